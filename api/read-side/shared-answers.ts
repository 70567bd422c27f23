import type { Replicas } from '#api/adapters/replicas.ts'
import type { SharedStorage, Storage } from '#schemas/resources/storage.ts'

/** What a replica is asked: its read models, what it knows under a name, or to do what is ordered under one. */
export type Question = { inspect: true } | { find: string } | { obey: string }

/** What each replica answers, by name: null where it has nothing, undefined where it does not answer. */
export type Answers<Answer> = [replica: string, answer: Answer | null | undefined][]

/** Asks all replicas, in the order of their names. */
export const asking =
  (replicas: Pick<Replicas, 'ask'>) =>
  async <Answer>(question: Question): Promise<Answers<Answer>> => {
    const answers = [...(await replicas.ask(JSON.stringify(question)))] as Answers<Answer>
    return answers.toSorted(([one], [other]) => one.localeCompare(other))
  }

type Progress = { state: string; share: number }

/**
 * What the replica of the lowest rank answers, and how far each is; undefined where none has anything.
 * @param told what is said besides of each replica
 */
export const ofSlowest = <Each extends Progress, Told>(
  answers: Answers<Each>,
  rankOf: (each: Each) => number,
  told: (each: Each | null | undefined) => Told,
) => {
  const known = answers.flatMap(([, each]) => each ?? [])
  const [slowest] = known.toSorted((one, other) => rankOf(one) - rankOf(other))
  if (!slowest) return undefined
  const replicas = answers.map(([replica, each]) => {
    const state: Each['state'] | 'none' | 'silent' = each?.state ?? (each === null ? 'none' : 'silent')
    return { replica, state, share: each?.share ?? 0, ...told(each) }
  })
  return { ...slowest, replicas }
}

/** By which name a replica is asked what it takes on its disks. */
export const storageQuestion = { find: 'storage' } as const

/** What all replicas take on their disks, by whichever an operator has reached. */
export const openSharedStorage = (replicas: Pick<Replicas, 'ask'>) => async (): Promise<SharedStorage> => {
  const answers = await asking(replicas)<Storage>(storageQuestion)
  const known = answers.flatMap(([replica, storage]) => (storage ? { replica, ...storage } : []))
  const [fullest] = known.toSorted((one, other) => one.free - other.free)
  if (!fullest) throw new Error('No replica told what it takes on its disks')
  const { replica: _, ...shown } = fullest
  const backups = known.flatMap(({ newest_backup }) => newest_backup ?? [])
  const newest = backups.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null
  return { ...shown, newest_backup: newest, replicas: known }
}
