import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start and stop much, or wait for it; without the times of an earlier run, the largest would begin first. */
const long =
  /\/(durability\/(cut-off|restore|imports|kills)|cli\/(operators|imports)|api\/full\/(outages|projector)|renderer\/pool)\.test\.ts$/

/** Begins with what takes long, so that nobody waits for one file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => (long.test(moduleId) ? 1 : 0)
    return (await super.sort(files)).toSorted((left, right) => isLong(right) - isLong(left))
  }
}
