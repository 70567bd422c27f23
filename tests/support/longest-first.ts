import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long, in the order in which they begin; without the times of an earlier run, the largest would. Those that
 * mostly wait, for what was killed or does not answer, begin beside others that do not.
 */
const long = [
  'api/http/wrong-input',
  'api/http/access-fields',
  'api/routes/oauth-oracle',
  'workers/billing/money',
  'workers/billing/stripe',
  'durability/cut-off',
  'durability/billing-kills',
  'durability/kills',
  'durability/moving',
  'api/full/outages',
  'api/full/projector',
  'api/full/metrics',
  'event-store/embedded/probes',
  'cli/operators',
  'durability/restore',
  'api/full/log-identity',
  'durability/imports',
  'api/renderer/pool',
  'replicas/two-replicas',
  'api/full/personal-data',
  'api/full/earlier-read-models',
  'cli/operations/start',
  'cli/operations/log/copy',
  'cli/operations/log/kills',
  'workers/full/background',
].map((file) => `/tests/${file}.test.ts`)

/** Begins with what takes long, so that nobody waits for one file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ moduleId }: TestSpecification): number => {
      const turn = long.findIndex((file) => moduleId.endsWith(file))
      return turn < 0 ? long.length : turn
    }
    return (await super.sort(files)).toSorted((left, right) => turnOf(left) - turnOf(right))
  }
}
