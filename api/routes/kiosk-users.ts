import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import { searchUsers } from '#schemas/resources/kiosk-users.ts'

/** Users as operators look for them (API2G-06). */
export const kioskUserRoutes = ({
  operatorSearches,
  pictures,
}: Pick<ReadModels, 'operatorSearches' | 'pictures'>): Route[] => [
  route(searchUsers, ({ body: { query } }) =>
    resource(operatorSearches.users(query, maxFound).map((row) => ({ ...row, photo_url: pictures.urlOf(row.id) }))),
  ),
]
