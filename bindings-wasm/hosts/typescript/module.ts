import { Engine, init } from 'paylint';
import module from 'paylint/paylint.wasm';

export async function start(): Promise<Engine> {
  await init(module);
  return new Engine();
}
