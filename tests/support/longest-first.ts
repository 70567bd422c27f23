import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long; without the times of an earlier run, the largest would begin first. */
const long = [
  ...['api/http/wrong-input', 'workers/billing/stripe'],
  ...['durability/cut-off', 'durability/imports', 'durability/kills', 'durability/restore'],
  ...['api/full/outages', 'api/full/projector', 'cli/imports', 'cli/operators', 'workers/renderer/pool'],
  'event-store/embedded/probes',
].map((file) => `/tests/${file}.test.ts`)

/** Begins with what takes long, so that nobody waits for one file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(long.some((file) => moduleId.endsWith(file)))
    return (await super.sort(files)).toSorted((left, right) => isLong(right) - isLong(left))
  }
}
