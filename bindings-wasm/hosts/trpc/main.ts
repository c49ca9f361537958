import { initTRPC, TRPCError } from '@trpc/server';
import { Engine, type FactsInit, type Refund } from 'paylint';

const engine = new Engine();
// A real shop would ask its database.
const payment = async (): Promise<FactsInit> => ({ order: { scenario: 'one_step', amount: '20.00', refunded: 0 } });
const schema = engine.schema('refund', payment);
const { procedure, router } = initTRPC.create();
const app = router({
  refund: procedure.input(schema).mutation(({ input }) => input satisfies Refund),
});
const caller = app.createCaller({});

const sent = await caller.refund({ amount: 20 });
if (sent.amount !== 20) throw new Error('the refund was changed');
try {
  await caller.refund({ amount: 20.01 });
  throw new Error('the refund was accepted');
} catch (error) {
  if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST') throw error;
}
// @ts-expect-error an amount is a number
void (() => caller.refund({ amount: true }));
