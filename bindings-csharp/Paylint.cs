// paylint for C#, on Linux. It needs libpaylint, which the package contains, in the system or next to the program. Uses
// only .NET Standard 2.0, and is tested on Mono.

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;

namespace Paylint
{
    /// <summary>A policy, facts or an operation can't be used. The message says why, and shows no value that you passed.</summary>
    public sealed class PaylintException : Exception
    {
        internal PaylintException(string message) : base(message) { }
    }

    /// <summary>The level that a policy gives a rule.</summary>
    public enum Level { Allow = 1, Warn, Deny }

    /// <summary>A violated rule.</summary>
    public sealed class Finding
    {
        internal Finding(Native.Finding finding)
        {
            Rule = finding.Name.Copy();
            Level = (Level)finding.Level;
            Source = finding.Source.Copy();
            Path = finding.Path.Copy();
            Message = finding.Message.Copy();
            Params = finding.Params.Copy();
        }

        /// <summary>The rule, such as product.price_minimum.</summary>
        public string Rule { get; }

        public Level Level { get; }

        /// <summary>The section of the gateway's document, or the standard; empty if there is none.</summary>
        public string Source { get; }

        /// <summary>Where it is violated, as a JSON Pointer; empty for the whole body.</summary>
        public string Path { get; }

        /// <summary>What is wrong, in one English sentence.</summary>
        public string Message { get; }

        /// <summary>The values behind the message, as a JSON object.</summary>
        public string Params { get; }
    }

    /// <summary>The result of a check.</summary>
    public sealed class Report
    {
        internal Report() { }

        /// <summary>Everything that is wrong, including warnings.</summary>
        public IReadOnlyList<Finding> Findings { get; internal set; }

        /// <summary>Whether the gateway can accept the request.</summary>
        public bool Accepted { get; internal set; }

        /// <summary>The report as JSON, the same in every language.</summary>
        public string Json { get; internal set; }
    }

    /// <summary>Facts: what you know about a request beyond its body. Threads can share them.</summary>
    public sealed class Facts : IDisposable
    {
        internal readonly FactsHandle Handle;

        public Facts(string json)
        {
            byte[] text = Encoding.UTF8.GetBytes(json);
            Native.Check(Native.paylint_facts_from_json(text, (UIntPtr)text.Length, out Handle, out IntPtr error), error);
        }

        public void Dispose() => Handle.Dispose();
    }

    /// <summary>A compiled policy. Make it once, and share it between threads.</summary>
    public sealed class Engine : IDisposable
    {
        private static readonly FactsHandle NoFacts = new FactsHandle();
        private readonly EngineHandle handle;

        /// <summary>Compiles policies in layers, the last on top: each is JSON, or the name of a preset. None, or null,
        /// is the default policy.</summary>
        public Engine(params string[] layers)
        {
            var texts = new List<Native.Text>();
            var pins = new List<GCHandle>();
            try
            {
                foreach (string layer in layers ?? new string[0])
                {
                    if (layer == null) continue;
                    byte[] text = Encoding.UTF8.GetBytes(layer);
                    var pin = GCHandle.Alloc(text, GCHandleType.Pinned);
                    pins.Add(pin);
                    texts.Add(new Native.Text(pin.AddrOfPinnedObject(), text.Length));
                }
                int status = Native.paylint_engine_new_in_layers(
                    texts.ToArray(), (UIntPtr)texts.Count, out handle, out IntPtr error);
                Native.Check(status, error);
            }
            finally
            {
                pins.ForEach(pin => pin.Free());
            }
        }

        /// <summary>Checks a request. Pass the body exactly as you send it, or null if there is none. The changing
        /// facts, of this request only, are laid over the standing ones by top-level member.</summary>
        public Report Check(string operation, byte[] body, Facts standing = null, Facts changing = null)
        {
            byte[] name = Encoding.UTF8.GetBytes(operation);
            if (Native.paylint_operation_from_name(name, (UIntPtr)name.Length, out int number, IntPtr.Zero) != 0)
                throw new PaylintException("unknown operation");
            int status = Native.paylint_check(handle, number, body, (UIntPtr)(body?.Length ?? 0),
                standing?.Handle ?? NoFacts, changing?.Handle ?? NoFacts, out ReportHandle report, out IntPtr error);
            using (report)
            {
                Native.Check(status, error);
                Native.Check(Native.paylint_report_verdict(report, out int verdict));
                Native.Check(Native.paylint_report_json(report, out Native.Text json));
                Native.Check(Native.paylint_report_finding_count(report, out UIntPtr count));
                var findings = new Finding[(int)count];
                for (int i = 0; i < findings.Length; i++)
                {
                    Native.Check(Native.paylint_report_finding(report, (UIntPtr)i, out Native.Finding finding));
                    findings[i] = new Finding(finding);
                }
                return new Report { Accepted = verdict == Native.Accept, Findings = findings, Json = json.Copy() };
            }
        }

        /// <summary>Answers a question, a JSON object whose "ask" names it, with JSON: {"ask":"fields","operation":"order"}.
        /// docs/languages.md lists the questions.</summary>
        public string Ask(string question)
        {
            byte[] text = Encoding.UTF8.GetBytes(question);
            int status = Native.paylint_ask(handle, text, (UIntPtr)text.Length, out AnswerHandle answer);
            using (answer)
            {
                if (answer.IsInvalid) Native.Check(status);
                Native.Check(Native.paylint_answer_text(answer, out Native.Text json));
                if (status != 0) throw new PaylintException(ErrorOf(json.Copy()));
                return json.Copy();
            }
        }

        // The message of an answer {"error":"…","status":"…","member":"…"}, whose escapes regular expressions have, too.
        private static string ErrorOf(string answer) =>
            Regex.Unescape(Regex.Match(answer, @"(?<=^{""error"":"")([^""\\]|\\.)*").Value);

        public void Dispose() => handle.Dispose();
    }

    // The runtime keeps a handle alive during a call, and frees it once.
    internal abstract class Handle : SafeHandle
    {
        protected Handle() : base(IntPtr.Zero, true) { }

        public override bool IsInvalid => handle == IntPtr.Zero;
    }

    internal sealed class EngineHandle : Handle
    {
        protected override bool ReleaseHandle() { Native.paylint_engine_free(handle); return true; }
    }

    internal sealed class AnswerHandle : Handle
    {
        protected override bool ReleaseHandle() { Native.paylint_answer_free(handle); return true; }
    }

    internal sealed class FactsHandle : Handle
    {
        protected override bool ReleaseHandle() { Native.paylint_facts_free(handle); return true; }
    }

    internal sealed class ReportHandle : Handle
    {
        protected override bool ReleaseHandle() { Native.paylint_report_free(handle); return true; }
    }

    // The declarations of paylint.h.
    internal static class Native
    {
        private const string Library = "libpaylint.so.0";
        internal const int Accept = 1;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Text
        {
            private readonly IntPtr data;
            private readonly UIntPtr length;

            internal Text(IntPtr data, int length)
            {
                this.data = data;
                this.length = (UIntPtr)length;
            }

            internal string Copy()
            {
                if (data == IntPtr.Zero) return "";
                var bytes = new byte[(int)length];
                Marshal.Copy(data, bytes, 0, bytes.Length);
                return Encoding.UTF8.GetString(bytes);
            }
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Finding
        {
            private readonly int number;
            internal readonly int Level;
            private readonly int basis, reserved;
            internal readonly Text Name, Source, Path, Message, Params;
            private readonly UIntPtr start, end;
        }

        /// <summary>Throws the error of a failed call.</summary>
        internal static void Check(int status, IntPtr error = default(IntPtr))
        {
            if (status == 0) return;
            if (error == IntPtr.Zero || paylint_error_text(error, out Text text) != 0)
                throw new PaylintException(Marshal.PtrToStringAnsi(paylint_status_message(status)));
            string message = text.Copy();
            paylint_error_free(error);
            throw new PaylintException(message);
        }

        [DllImport(Library)]
        internal static extern int paylint_engine_new_in_layers(Text[] layers, UIntPtr count, out EngineHandle engine, out IntPtr error);
        [DllImport(Library)]
        internal static extern void paylint_engine_free(IntPtr engine);
        [DllImport(Library)]
        internal static extern int paylint_facts_from_json(byte[] json, UIntPtr length, out FactsHandle facts, out IntPtr error);
        [DllImport(Library)]
        internal static extern void paylint_facts_free(IntPtr facts);
        [DllImport(Library)]
        internal static extern int paylint_operation_from_name(byte[] name, UIntPtr length, out int number, IntPtr error);
        [DllImport(Library)]
        internal static extern int paylint_check(EngineHandle engine, int operation, byte[] body, UIntPtr length,
            FactsHandle standing, FactsHandle changing, out ReportHandle report, out IntPtr error);
        [DllImport(Library)]
        internal static extern int paylint_ask(EngineHandle engine, byte[] question, UIntPtr length, out AnswerHandle answer);
        [DllImport(Library)]
        internal static extern int paylint_answer_text(AnswerHandle answer, out Text json);
        [DllImport(Library)]
        internal static extern void paylint_answer_free(IntPtr answer);
        [DllImport(Library)]
        internal static extern void paylint_report_free(IntPtr report);
        [DllImport(Library)]
        internal static extern int paylint_report_verdict(ReportHandle report, out int verdict);
        [DllImport(Library)]
        internal static extern int paylint_report_finding_count(ReportHandle report, out UIntPtr count);
        [DllImport(Library)]
        internal static extern int paylint_report_finding(ReportHandle report, UIntPtr index, out Finding finding);
        [DllImport(Library)]
        internal static extern int paylint_report_json(ReportHandle report, out Text json);
        [DllImport(Library)]
        internal static extern int paylint_error_text(IntPtr error, out Text text);
        [DllImport(Library)]
        internal static extern void paylint_error_free(IntPtr error);
        [DllImport(Library)]
        internal static extern IntPtr paylint_status_message(int status);
    }
}
