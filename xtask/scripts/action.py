#!/usr/bin/env python3
"""Runs a composite action as GitHub's runner does: `action.py ACTION WORKSPACE [INPUT=VALUE…]`.

Prints what its steps print, and then its outputs as `NAME=VALUE`. Exits as the first step does that fails.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml


def main(action: Path, workspace: Path, *given: str) -> int:
    metadata = yaml.safe_load((action / "action.yml").read_text())
    values = {f"inputs.{name}": it.get("default") for name, it in metadata["inputs"].items()}
    for name, value in (it.split("=", 1) for it in given):
        assert f"inputs.{name}" in values, f"the action has no input {name}"
        values[f"inputs.{name}"] = value
    missing = [name for name, value in values.items() if value is None]
    assert not missing, f"required: {missing}"

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda it: values[it[1]], text)

    temporary = Path(tempfile.mkdtemp(prefix="runner "))
    env = {name: os.environ[name] for name in ("HOME", "PATH", "PAYLINT_RELEASES") if name in os.environ} | {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(action.resolve()),
        "GITHUB_WORKSPACE": str(workspace.resolve()),
        "RUNNER_TEMP": str(temporary),
    }
    for step in metadata["runs"]["steps"]:
        assert step.keys() <= {"id", "shell", "env", "run"} and step["shell"] == "bash", step
        files = {name: temporary / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT")}
        for file in files.values():
            file.write_text("")
        script = temporary / "step.sh"
        script.write_text(step["run"])
        own = {name: filled(text) for name, text in step.get("env", {}).items()}
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", script]
        own |= {name: str(file) for name, file in files.items()}
        code = subprocess.run(bash, cwd=workspace, env=env | own).returncode
        for folder in files["GITHUB_PATH"].read_text().splitlines():
            env["PATH"] = f"{folder}:{env['PATH']}"
        for line in files["GITHUB_OUTPUT"].read_text().splitlines():
            name, value = line.split("=", 1)
            values[f"steps.{step['id']}.outputs.{name}"] = value
        if code != 0:
            break
    for name, it in metadata["outputs"].items():
        print(f"{name}={values.get(it['value'][4:-3].strip(), '')}")
    return code


sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]))
