import fc from 'fast-check';
import { Controller, Entity, Invalidate } from 'rdc-toolkit';
import { serverReaders } from '../../lib/server/serverReaders';
import { streamedVersions } from '../../lib/server/streamedVersions';
import type { Rendering } from '../../lib/store/Rendering';
import { handleOf } from '../../lib/store/StoreHandle';
import { createTestStore } from '../helpers/createTestStore';
import { runs } from '../helpers/runs';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Versions.Note';
}

/** An event while a page is rendered. */
type Step =
  | { readonly type: 'comes'; readonly id: string; readonly text: string }
  | { readonly type: 'goes'; readonly id: string }
  | { readonly type: 'renders'; readonly component: string; readonly id: string }
  | { readonly type: 'sends' }
  | { readonly type: 'ticks' }
  | { readonly type: 'edits'; readonly id: string; readonly text: string };

const id = fc.constantFrom('1', '2');
const text = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('comes' as const), id, text }),
  fc.record({ type: fc.constant('goes' as const), id }),
  fc.record({ type: fc.constant('renders' as const), component: fc.constantFrom('A', 'B'), id }),
  fc.record({ type: fc.constant('sends' as const) }),
  fc.record({ type: fc.constant('ticks' as const) }),
  fc.record({ type: fc.constant('edits' as const), id, text }),
);

function begin() {
  const [server, browser] = [createTestStore(), createTestStore()];
  const [sender, receiver] = [
    serverReaders(handleOf(server.dispatch).getState),
    streamedVersions(handleOf(browser.dispatch)),
  ];
  const html = new Map<string, { readonly id: string; readonly text: string | undefined }>();
  const read = (side: Rendering, component: string, of: string) =>
    side.read(component, rdc => server.client.selectors.selectQuery(Note, { id: of })({ rdc })?.text);

  return {
    take(step: Step) {
      if (step.type === 'comes') new Controller(server).set(Note, { id: step.id, text: step.text });
      if (step.type === 'goes') new Controller(server).set(new Invalidate(Note), { id: step.id }, step.id);
      if (step.type === 'edits') new Controller(browser).set(Note, { id: step.id, text: step.text });
      if (step.type === 'ticks') jest.advanceTimersByTime(1);
      if (step.type === 'renders') {
        html.set(step.component, { id: step.id, text: read(sender, step.component, step.id) });
      }
      if (step.type === 'sends') {
        // As over the network.
        for (const chunk of sender.nextChunks()) receiver.receive(JSON.parse(JSON.stringify(chunk)));
      }
    },
    /** The text in the page, and what each component hydrates with. */
    compare() {
      const taken = [...html].map(([component, { id }]) => [component, read(receiver, component, id)]);
      return { taken, rendered: [...html].map(([component, { text }]) => [component, text]) };
    },
  };
}

// Much happens within one millisecond: the clock moves only in its steps.
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('hydrates each component as it was last rendered, whatever arrives, is sent or is edited in between', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 15, size: 'max' }), steps => {
      const page = begin();
      for (const step of [...steps, { type: 'sends' } as const]) page.take(step);
      const { taken, rendered } = page.compare();
      expect(taken).toEqual(rendered);
    }),
    runs(200),
  );
});
