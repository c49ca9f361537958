# frozen_string_literal: true

# paylint for Ruby. It needs the gem ffi (Debian's package ruby-ffi), and libpaylint: next to this file, as in the gem,
# in the system, or at the path in PAYLINT_LIBRARY.

require "ffi"
require "json"

module Paylint
  # A policy, facts or an operation can't be used. The message says why, and shows no value that you passed.
  class Error < StandardError; end

  # A violated rule: its name, level (:deny or :warn), path (a JSON Pointer) and message.
  Finding = Struct.new(:rule, :level, :basis, :source, :path, :message, :params, keyword_init: true)

  # The result of a check. Its JSON is the same in every language.
  Report = Struct.new(:accepted, :json) do
    alias_method :accepted?, :accepted

    # Everything that is wrong, including warnings.
    def findings = to_h["findings"].map { |it| Finding.new(**it.transform_keys(&:to_sym), level: it["level"].to_sym) }

    # The report as a hash.
    def to_h = JSON.parse(json)

    # The JSON, for a report inside something that is written as JSON.
    def to_json(*) = json
  end

  # Facts: what you know about a request beyond its body. Make them once; threads can share them.
  class Facts
    attr_reader :handle

    # Facts as a hash, or as JSON.
    def initialize(facts)
      json = Paylint.json(facts)
      @handle = Library.make(:facts, :facts_from_json, json, json.to_s.bytesize)
    end

    # Returns facts as they are, and makes them from anything else.
    def self.of(facts) = facts.nil? || facts.is_a?(Facts) ? facts : new(facts)
  end

  # A compiled policy. Make it once; threads can share it.
  class Engine
    # Compiles policies in layers, the last on top: each is a hash, JSON, or the name of a preset. None, or nil, is the
    # default policy.
    def initialize(*layers)
      layers = layers.compact.map { |layer| Paylint.json(layer) }
      # Kept alive until the call is done.
      bytes = layers.map { |json| FFI::MemoryPointer.new(:char, json.bytesize + 1).put_bytes(0, json) }
      texts = FFI::MemoryPointer.new(Library::Text, layers.size + 1)
      layers.each_with_index do |json, index|
        text = Library::Text.new(texts[index])
        text[:data], text[:length] = bytes[index], json.bytesize
      end
      @handle = Library.make(:engine, :engine_new_in_layers, texts, layers.size)
    end

    # Checks a request, such as :order. Pass the body exactly as you send it, or a hash, or nil if there is none. The
    # changing facts, of this request only, are laid over the standing ones by top-level member.
    def check(operation, body = nil, standing = nil, changing = nil)
      operation = operation.to_s
      body = Paylint.json(body)
      # Kept alive until the call is done.
      facts = [standing, changing].map { |given| Facts.of(given) }
      number = FFI::MemoryPointer.new(:int32)
      found = Library.paylint_operation_from_name(operation, operation.bytesize, number, nil)
      raise Error, "unknown operation" unless found.zero?

      report = Library.make(:report, :check, @handle, number.read_int32, body, body.to_s.bytesize,
                            *facts.map { |it| it&.handle })
      verdict = FFI::MemoryPointer.new(:int32)
      Library.call(:report_verdict, report, verdict)
      text = Library::Text.new
      Library.call(:report_json, report, text)
      Report.new(verdict.read_int32 == Library::ACCEPT, text.copy)
    ensure
      report&.free
    end

    # Answers a question, such as {ask: "fields", operation: "order"}, with parsed JSON. docs/languages.md lists the
    # questions.
    def ask(question)
      json = JSON.generate(question)
      made = FFI::MemoryPointer.new(:pointer)
      status = Library.paylint_ask(@handle, json, json.bytesize, made)
      raise Error, Library.paylint_status_message(status) if made.read_pointer.null?

      answer = FFI::AutoPointer.new(made.read_pointer, Library.method(:paylint_answer_free))
      text = Library::Text.new
      Library.call(:answer_text, answer, text)
      found = JSON.parse(text.copy)
      status.zero? ? found : raise(Error, found["error"])
    ensure
      answer&.free
    end

    # The other questions are methods: engine.fields(operation: "order", body: {}).
    %i[problem fields fixes apply history catalogue rule matrix members schema presets notes fingerprints brand
       facts meant names route].each do |name|
      define_method(name) { |**members| ask({ ask: name, **members }) }
    end
  end

  # A hash as JSON; text as it is.
  def self.json(value) = value.nil? || value.is_a?(String) ? value : JSON.generate(value)

  # The declarations of paylint.h.
  module Library
    extend FFI::Library
    beside = File.join(__dir__, "libpaylint.so.0")
    ffi_lib ENV.fetch("PAYLINT_LIBRARY") { File.exist?(beside) ? beside : "libpaylint.so.0" }

    ACCEPT = 1

    # A UTF-8 text in the library's memory.
    class Text < FFI::Struct
      layout :data, :pointer, :length, :size_t

      def copy = self[:data].read_bytes(self[:length]).force_encoding(Encoding::UTF_8)
    end

    text = %i[buffer_in size_t]
    made = %i[pointer pointer]
    attach_function :paylint_engine_new_in_layers, [:pointer, :size_t, *made], :int32
    attach_function :paylint_facts_from_json, [*text, *made], :int32
    attach_function :paylint_check, [:pointer, :int32, *text, :pointer, :pointer, *made], :int32
    attach_function :paylint_ask, [:pointer, *text, :pointer], :int32
    attach_function :paylint_answer_text, [:pointer, Text.by_ref], :int32
    attach_function :paylint_report_verdict, %i[pointer pointer], :int32
    attach_function :paylint_report_json, [:pointer, Text.by_ref], :int32
    attach_function :paylint_operation_from_name, [*text, *made], :int32
    attach_function :paylint_error_text, [:pointer, Text.by_ref], :int32
    attach_function :paylint_status_message, [:int32], :string
    %i[engine facts answer report error].each { |kind| attach_function "paylint_#{kind}_free", [:pointer], :void }

    # Calls a function that makes a handle, which is freed when nothing refers to it any more.
    def self.make(kind, function, *arguments)
      made = FFI::MemoryPointer.new(:pointer)
      error = FFI::MemoryPointer.new(:pointer)
      status = public_send("paylint_#{function}", *arguments, made, error)
      raise Error, message(status, error.read_pointer) unless status.zero?

      FFI::AutoPointer.new(made.read_pointer, method("paylint_#{kind}_free"))
    end

    def self.call(function, *arguments)
      status = public_send("paylint_#{function}", *arguments)
      raise Error, paylint_status_message(status) unless status.zero?
    end

    def self.message(status, error)
      text = Text.new
      return paylint_status_message(status) unless paylint_error_text(error, text).zero?

      text.copy.tap { paylint_error_free(error) }
    end
  end
  private_constant :Library
end
