import { list } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { listExpiringClients } from '#schemas/resources/expiring.ts'
import { showDate, today } from '#schemas/time/dates.ts'

/** The expiring files by client, on the day in `timeZone`. */
export const expiringRoutes = ({ expiring }: ReadModels, timeZone: string): Route[] => [
  route(listExpiringClients, ({ actor: { scope }, query }) =>
    list(expiring.clients(scope, today(new Date(), timeZone), query), (row) => ({
      ...row,
      first_expires_at: showDate(row.first_expires_at),
    })),
  ),
]
