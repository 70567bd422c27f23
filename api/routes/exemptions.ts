import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { categoryTreeStream, siteStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { requiredOf } from '#schemas/records/requirement.ts'
import { endExemption, exemptSite } from '#schemas/resources/compliance.ts'
import { showDate, today } from '#schemas/time/dates.ts'

/** Why a site need not have what is required of it (D-122). */
export const exemptionRoutes = (
  { directory: { accounts }, facilities: { exemptions } }: ReadModels,
  timeZone: string,
): Route[] => {
  return [
    route(
      exemptSite,
      async ({ actor: { teamId, scope }, params: { id, categoryId }, body, context, ifMatch, ledger }) => {
        const site = orNotFound(await activeSite(ledger, scope, id))
        const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
        const { requirement } = orNotFound(categoryIn(roots, categoryId)).node
        const { reason, until = site.exemptions[categoryId]?.until ?? null } = body
        if (body.until && body.until < today(new Date(), timeZone)) {
          throw invalidField('until', 'The until must not be over.')
        }
        if (requirement === null || !requiredOf(requirement)({ id, client_id: site.clientId })) {
          throw new HttpProblem(409, { message: 'The category is not required of this site.' })
        }
        const command = { type: 'ExemptSite', siteId: id, teamId, categoryId, reason, until } as const
        const { position } = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
        return resource(() => {
          const row = exemptions.one(id, categoryId)
          const by = row?.created_by ?? context.actor
          return {
            category_id: categoryId,
            reason,
            until: until && showDate(until),
            created_at: row?.created_at ?? context.at,
            created_by_user: { name: (by && accounts.namesOf([by]).get(by)) ?? null },
          }
        }, position)
      },
    ),

    route(endExemption, async ({ actor: { teamId, scope }, params: { id, categoryId }, context, ifMatch, ledger }) => {
      orNotFound(await activeSite(ledger, scope, id))
      const command = { type: 'EndSiteExemption', siteId: id, teamId, categoryId } as const
      const { position } = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
      return empty(position)
    }),
  ]
}
