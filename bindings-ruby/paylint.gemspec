# frozen_string_literal: true

# pack.sh puts libpaylint into lib before it builds the gem.
Gem::Specification.new do |it|
  it.name = "paylint"
  it.version = "0.1.0"
  it.platform = Gem::Platform.local
  it.summary = "Validates card-payment requests before you send them"
  it.authors = ["the paylint authors"]
  it.homepage = "https://github.com/paylint/paylint"
  it.licenses = ["MIT", "Apache-2.0"]
  it.required_ruby_version = ">= 3.0"
  it.files = Dir["lib/*"] + Dir["LICENSE-*"]
  it.add_dependency "ffi", "~> 1.15"
end
