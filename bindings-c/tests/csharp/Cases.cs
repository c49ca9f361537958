// Runs every case through the package, and expects the core's reports and errors byte for byte.
//
// mono Cases.exe cases.tsv     (tests/examples/expected.rs writes the cases)

using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Paylint;

static class Cases
{
    static void Assert(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    static string Report(string operation, byte[] body, string facts, string policy, out bool accepted)
    {
        accepted = false;
        try
        {
            using (var engine = new Engine(policy))
            using (Facts standing = facts == null ? null : new Facts(facts))
            {
                if (operation == "history")
                    return engine.Ask("{\"ask\":\"history\",\"events\":" + Encoding.UTF8.GetString(body) + "}");
                Report report = engine.Check(operation, body, standing);
                accepted = report.Accepted;
                return report.Json;
            }
        }
        catch (PaylintException error)
        {
            return "!\t" + error.Message;
        }
    }

    static long Resident()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        string line = File.ReadLines("/proc/self/status").First(it => it.StartsWith("VmRSS:"));
        return long.Parse(line.Split(new[] { ' ', '\t' }, StringSplitOptions.RemoveEmptyEntries)[1]) << 10;
    }

    static string OrNull(string text) => text == "-" ? null : text;

    static void Main(string[] arguments)
    {
        int count = 0, errors = 0;
        foreach (string line in File.ReadLines(arguments[0]))
        {
            string[] fields = line.Split('\t');
            byte[] body = fields[2] == "-" ? null : Convert.FromBase64String(fields[2]);
            string expected = fields[5] == "!" ? "!\t" + fields[6] : fields[5];
            string found = Report(fields[1], body, OrNull(fields[3]), OrNull(fields[4]), out bool accepted);
            Assert(found == expected, $"{fields[0]}: {found}");
            Assert(accepted == expected.StartsWith("{\"verdict\":\"accept\""), $"{fields[0]}: the verdict");
            count++;
            if (fields[5] == "!") errors++;
        }
        Assert(count > 600 && errors > 0, "too few cases");

        Assert(new Engine("strict").Ask("{\"ask\":\"fingerprints\"}").Contains("\"label\":\"strict\""), "the label");
        string layered = new Engine("strict", "{\"label\":\"own\"}").Ask("{\"ask\":\"fingerprints\"}");
        Assert(layered == new Engine("strict").Ask("{\"ask\":\"fingerprints\"}").Replace("\"strict\"", "\"own\""), "layers");
        Assert(new Engine().Ask("{\"ask\":\"brand\",\"digits\":\"37\"}") ==
            "{\"brand\":\"amex\",\"lengths\":[15],\"code_length\":4}", "the brand");

        Finding finding = new Engine()
            .Check("order", Encoding.UTF8.GetBytes("{\"products\":[{\"title\":\"Cup\",\"price\":0}]}")).Findings.Single(it => it.Path == "/products/0/price");
        Assert(finding.Rule == "product.price_minimum" && finding.Level == Level.Deny && finding.Message.Contains("0.01")
            && finding.Params == "{\"minimum\":\"0.01\",\"actual\":\"0\"}", "a typed finding");

        // Exceptions, with all their details, show no value that was passed.
        const string secret = "4111111111111111";
        var engine = new Engine();
        foreach (Action call in new Action[] {
            () => new Facts("{\"request\":{\"headers\":{\"Authorization\":\"" + secret + "\",\"b\":5}}}"),
            () => new Engine("{\"levels\":{\"avs.*\":\"" + secret + "\"}}"),
            () => engine.Check(secret, null),
            () => engine.Ask("{\"ask\":\"" + secret + "\"}"),
        })
        {
            try
            {
                call();
                Assert(false, "nothing is thrown");
            }
            catch (PaylintException error)
            {
                Assert(!error.ToString().Contains(secret), "an exception shows a value");
            }
        }

        // Threads share an engine and facts, and each fails in its own way.
        using (var facts = new Facts("{\"merchant\":{\"avs_permission\":true}}"))
        {
            byte[][] bodies = Enumerable.Range(0, 8)
                .Select(it => Encoding.UTF8.GetBytes("{\"products\":[{\"title\":\"Cup\",\"price\":" + it + "}]}")).ToArray();
            string[] alone = bodies.Select(it => engine.Check("order", it, facts).Json).ToArray();
            Parallel.For(0, 8000, it =>
            {
                Assert(engine.Check("order", bodies[it % 8], facts).Json == alone[it % 8], "another thread's report");
                try
                {
                    new Engine("{\"levels\":{\"no.rule" + it + "\":\"deny\"}}");
                }
                catch (PaylintException error)
                {
                    Assert(error.Message.Contains("\"no.rule" + it + "\""), "another thread's error");
                }
            });
        }

        // A million checks, every thousandth of them an error, take no more memory than twenty thousand.
        byte[] order = Encoding.UTF8.GetBytes("{\"products\":[{\"title\":\"Cup\",\"price\":0}]}");
        long early = 0;
        for (int i = 0; i < 1000000; i++)
        {
            engine.Check("order", order);
            if (i % 1000 == 0) Report("order", order, "{\"terminals\":1}", null, out bool accepted);
            if (i == 20000) early = Resident();
        }
        long late = Resident();
        Assert(late < early + (8 << 20), $"{early} bytes in memory, {late} after a million checks");
        Console.WriteLine($"C#: {count} cases, {errors} of them errors; {early} bytes in memory, {late} after a million checks");
    }
}
