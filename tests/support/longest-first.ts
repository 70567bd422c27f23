import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long; without the times of an earlier run, the largest would begin first. */
const long = [
  'api/http/wrong-input',
  'api/routes/oauth-oracle',
  'workers/billing/money',
  'workers/billing/stripe',
  'durability/billing-kills',
  'durability/cut-off',
  'durability/imports',
  'durability/kills',
  'durability/moving',
  'durability/restore',
  'api/full/earlier-read-models',
  'api/full/log-identity',
  'api/full/metrics',
  'api/full/outages',
  'api/full/personal-data',
  'api/full/projector',
  'cli/operators',
  'cli/operations/log/copy',
  'cli/operations/log/kills',
  'cli/operations/start',
  'workers/full/background',
  'api/renderer/pool',
  'event-store/embedded/probes',
].map((file) => `/tests/${file}.test.ts`)

/** Begins with what takes long, so that nobody waits for one file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(long.some((file) => moduleId.endsWith(file)))
    return (await super.sort(files)).toSorted((left, right) => isLong(right) - isLong(left))
  }
}
