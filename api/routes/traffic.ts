import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { type DayOfTraffic, listTraffic } from '#schemas/resources/traffic.ts'
import { plusDays, today } from '#schemas/time/dates.ts'

const quiet = () => ({ sent: 0, nobody: 0, 'too-old': 0, refused: 0 })

/** Operators see how much came each day, and what became of messages. */
export const trafficRoutes = ({ traffic }: Pick<ReadModels, 'traffic'>): Route[] => [
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
