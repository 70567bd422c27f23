import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField, unavailable } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import {
  chooseCheckpointMail,
  proveConsistency,
  proveInclusion,
  showCheckpoint,
  showCheckpointMail,
  showKeptCheckpoint,
  showSignedLog,
} from '#schemas/resources/log-proofs.ts'

/** Seconds between two checkpoints. */
const untilNext = 60

const text = (words: string, name: string) =>
  ({
    kind: 'content',
    bytes: Buffer.from(words),
    type: 'text/plain; charset=utf-8',
    disposition: 'inline',
    name,
  }) as const

const orNotYet = <Proof>(proof: Proof | undefined): Proof => {
  if (proof === undefined)
    throw unavailable('The log is not signed so far yet. Please try again in a minute.', untilNext)
  return proof
}

/** What those who read the history can prove of the log, and whether they are mailed what it is proved by. */
export const logProofRoutes = (proofs: LogProofs, { history, directory }: ReadModels): Route[] => [
  route(showSignedLog, async () => resource(await proofs.standing())),

  route(showCheckpoint, async () => text(orNotFound((await proofs.newest())?.note), 'checkpoint.note')),

  route(showKeptCheckpoint, async ({ params: { size } }) =>
    text(orNotFound(await proofs.checkpoint(size)), `${size}.note`),
  ),

  route(showCheckpointMail, async ({ actor: { userId }, ledger }) => {
    const user = await load(ledger, userDecider, userStream(userId))
    return resource({ daily: user.status === 'registered' && user.checkpointMail })
  }),

  route(chooseCheckpointMail, async ({ actor: { userId }, body: { daily }, ledger, context }) => {
    const command = { type: 'ChooseCheckpointMail', daily } as const
    const { position } = await handle(ledger, userDecider, userStream(userId), command, context)
    return empty(position)
  }),

  route(proveConsistency, async ({ query: { from, to } }) => {
    if (to > ((await proofs.newest())?.size ?? 0)) throw invalidField('to', 'So many events are not signed.')
    if (from > to) throw invalidField('from', 'The from may not be greater than the to.')
    return text(
      orNotYet(await proofs.consistency(from, to))
        .map((hash) => `${hash}\n`)
        .join(''),
      'consistency.txt',
    )
  }),

  route(proveInclusion, async ({ actor, query: { position } }) => {
    const [entry] = (await history.list(historyReader(actor, directory), { position }, { limit: 1 })).rows
    orNotFound(entry)
    return text(orNotYet(await proofs.inclusion(position)), `${position}.tlog-proof`)
  }),
]
