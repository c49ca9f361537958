# frozen_string_literal: true

# Runs every case through the gem, and expects the core's reports and errors byte for byte.
#
# ruby cases.rb cases.tsv     (tests/examples/expected.rs writes the cases)

require "paylint"

def assert(holds, what) = holds || abort("cases.rb: #{what}")

def report(operation, body, facts, policy)
  engine = Paylint::Engine.new(policy)
  engine.check(operation, body, facts && Paylint::Facts.new(facts))
rescue Paylint::Error => error
  Paylint::Report.new(false, "!\t#{error.message}")
end

count = errors = 0
File.foreach(ARGV[0], chomp: true, encoding: "UTF-8") do |line|
  id, operation, body, facts, policy, expected, error = line.split("\t")
  next if operation == "history"

  facts, policy = [facts, policy].map { |it| it unless it == "-" }
  expected = "!\t#{error}" if expected == "!"
  found = report(operation, (body.unpack1("m") unless body == "-"), facts, policy)
  assert found.json == expected, "#{id}: #{found.json}"
  assert found.accepted? == expected.start_with?('{"verdict":"accept"'), "#{id}: the verdict"
  count += 1
  errors += 1 if expected.start_with?("!")
end
assert count > 600 && errors.positive?, "too few cases"

assert Paylint::Engine.new("strict").fingerprints["label"] == "strict", "the label"
layered = Paylint::Engine.new("strict", { label: "own" })
assert layered.fingerprints["label"] == "own" && layered.fingerprints["policy"] == Paylint::Engine.new("strict").fingerprints["policy"], "layers"
of_facts = Paylint::Engine.new({ levels: { "avs.*": "deny" } }).check(:order, { products: [] }, { key: { test: true } })
assert of_facts.findings.map { |it| [it.rule, it.level] }.include?(["order.client_required", :deny]), "typed findings"
assert JSON.generate([of_facts]) == "[#{of_facts.json}]", "a report within JSON"
assert Paylint::Engine.new.brand(digits: "37")["code_length"] == 4, "the brand"
missing = Paylint::Engine.new.names["questions"].reject { |it| Paylint::Engine.method_defined?(it) }
assert missing.empty?, "no methods for the questions #{missing}"

# Exceptions and inspected objects show no value that was passed.
SECRET = "4111111111111111"
ENGINE = Paylint::Engine.new
headers = %({"request":{"headers":{"Authorization":"#{SECRET}"}}})
[
  -> { Paylint::Facts.new(nil) },
  -> { Paylint::Facts.new(headers.sub("}}", ',"b":5}}')) },
  -> { Paylint::Engine.new(%({"levels":{"avs.*":"#{SECRET}"}})) },
  -> { ENGINE.check(SECRET, nil) },
  -> { ENGINE.ask(ask: SECRET) }
].each do |call|
  call.call
  assert false, "nothing is raised"
rescue Paylint::Error => error
  assert !error.full_message.include?(SECRET), "an exception shows a value"
end
assert !Paylint::Facts.new(headers).inspect.include?(SECRET), "facts show a value"

# Threads share an engine and facts, and each fails in its own way.
facts = Paylint::Facts.new('{"merchant":{"avs_permission":true}}')
bodies = Array.new(8) { |it| %({"products":[{"title":"Cup","price":#{it}}]}) }
alone = bodies.map { |it| ENGINE.check("order", it, facts).json }
threads = Array.new(8) do |it|
  Thread.new do
    200.times do |round|
      assert ENGINE.check("order", bodies[it], facts).json == alone[it], "another thread's report"
      rule = "no.rule#{it}_#{round}"
      found = report("order", bodies[it], nil, %({"levels":{"#{rule}":"deny"}})).json
      assert found.include?(%("#{rule}")), "another thread's error"
    end
  end
end
threads.each(&:join)

# A million checks, every thousandth of them an error, take no more memory than twenty thousand.
def resident
  GC.start
  File.read("/proc/self/status")[/^VmRSS:\s+(\d+)/, 1].to_i << 10
end
early = nil
1_000_000.times do |i|
  ENGINE.check("order", bodies[0])
  report("order", bodies[0], '{"terminals":1}', nil) if (i % 1000).zero?
  early = resident if i == 20_000
end
late = resident
assert late < early + (8 << 20), "#{early} bytes in memory, #{late} after a million checks"
puts "Ruby: #{count} cases, #{errors} of them errors; #{early} bytes in memory, #{late} after a million checks"
