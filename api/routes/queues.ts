import type { DayCounts } from '#api/adapters/day-counts.ts'
import type { JobQueues } from '#api/adapters/job-queues.ts'
import { queueDecider } from '#api/domain/queue.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { queueStream } from '#api/event-store/streams.ts'
import { asList, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { periodOf } from '#api/services/operations/history-period.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { CommandContext } from '#schemas/event.ts'
import { listOperations, listOperators } from '#schemas/resources/operations.ts'
import { listLeftOutPasses, listQueues, pauseQueue, resumeQueue, retryJobs } from '#schemas/resources/queues.ts'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import { largestShown, listLargestTeams, type SharedStorage, showStorage } from '#schemas/resources/storage.ts'
import { type DayOfTraffic, listTraffic } from '#schemas/resources/traffic.ts'
import { type SecurityEvent, securityEvents } from '#schemas/rights/security-events.ts'
import { plusDays, today } from '#schemas/time/dates.ts'

/** Operators inspect the job queues, retry failed jobs, and pause and resume a queue. */
export const queueRoutes = (
  ledger: Ledger,
  queues: Pick<JobQueues, 'list' | 'leftOut' | 'find' | 'setPaused' | 'retry'>,
): Route[] => {
  /** The log comes first: where Redis does not answer, or loses its data, the workers pause by what it says. */
  const change = async (queue: string, type: 'PauseQueue' | 'ResumeQueue', context: CommandContext) => {
    orNotFound(await queues.find(queue))
    const { state, position } = await handle(ledger, queueDecider, queueStream(queue), { type, queue }, context)
    await queues.setPaused(queue, state.paused)
    return resource(orNotFound(await queues.find(queue)), position)
  }

  return [
    route(listQueues, async () => resource(await queues.list())),
    route(listLeftOutPasses, async () => resource(await queues.leftOut())),
    route(retryJobs, async ({ params, body, context }) => {
      const retried = await queues.retry(params.queue, body.ids)
      if (retried === undefined) throw notFound()
      if (retried === 0) return resource({ retried })
      const position = await recordOperation(ledger, context, { action: 'retry', subject: params.queue })
      return resource({ retried }, position)
    }),
    route(pauseQueue, ({ params, context }) => change(params.queue, 'PauseQueue', context)),
    route(resumeQueue, ({ params, context }) => change(params.queue, 'ResumeQueue', context)),
  ]
}

/** Operators see what the installation takes on its disks, and who holds the most of it. */
export const storageRoutes = (
  inspect: () => Promise<SharedStorage>,
  { facilities: { contentByTeam }, directory: { teams } }: ReadModels,
): Route[] => [
  route(showStorage, async () => resource(await inspect())),
  route(listLargestTeams, async () => {
    const largest = await contentByTeam.largestTeams(largestShown)
    return resource(largest.map(({ team_id: id, ...held }) => ({ id, name: teams.team(id)?.name ?? '', ...held })))
  }),
]

const quiet = () => ({ sent: 0, nobody: 0, 'too-old': 0, refused: 0 })

/** Operators see how much came each day, and what became of messages. */
export const trafficRoutes = (traffic: ReadModels['traffic']): Route[] => [
  route(listTraffic, ({ query }) => {
    const last = today(new Date(), 'UTC')
    const counted = traffic.since(plusDays(last, 1 - query.days))
    const rows = Array.from({ length: query.days }, (_, before): DayOfTraffic => {
      const day = plusDays(last, -before)
      return { day, ...(counted.get(day) ?? { events: 0, log_bytes: 0, mails: quiet(), texts: quiet() }) }
    })
    return resource(rows)
  }),
]

/** Operators see how many security events there were. */
export const securityEventRoutes = (counts: Pick<DayCounts, 'of'>): Route[] => [
  route(listSecurityEvents, async ({ query }) => {
    const last = today(new Date(), 'UTC')
    const days = Array.from({ length: query.days }, (_, before) => plusDays(last, -before))
    const counted = await counts.of(days)
    const countsOf = (found: Record<string, number> = {}) =>
      Object.fromEntries(securityEvents.map((event) => [event, found[event] ?? 0])) as Record<SecurityEvent, number>
    return resource(days.map((day, at) => ({ day, counts: countsOf(counted[at]) })))
  }),
]

/** Operators see what they and other operators did (D-106). */
export const operationRoutes = (
  operatorEmails: readonly string[],
  { history, directory: { operatorSearches } }: ReadModels,
  timeZone: string,
): Route[] => [
  route(listOperations, async ({ query }) => {
    const operators = (await operatorSearches.withAddress(operatorEmails)).map(({ id }) => id)
    const operations = { kind: query.kind, by: query.by, operators }
    const filter = { operations, ...periodOf(query, timeZone) }
    return asList(await history.list({ scope: null, hidden: [] }, filter, query))
  }),
  route(listOperators, async () => resource(await operatorSearches.withAddress(operatorEmails))),
]
