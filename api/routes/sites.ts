import { siteDecider } from '#api/domain/site.ts'
import { teamDecider } from '#api/domain/team.ts'
import { idMadeBy, isFirstTry, trashOf } from '#api/event-store/command-ids.ts'
import { handle, handleNew, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream, teamStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { addedSite, presentSite } from '#api/presenters/site.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeClient, activeSite, siteIncludingTrash } from '#api/services/records/active-sites.ts'
import { valuesOfChanged, valuesOfNew } from '#api/services/records/own-values.ts'
import { asAdded, orBehind, orInvalid, orNotFound } from '#api/services/records/owned.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import { latestOf } from '#projections/engine/position.ts'
import { siteDetails } from '#schemas/details/site.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, SiteId, type TeamId } from '#schemas/ids.ts'
import { addSite, deleteSite, siteQuota, updateSite } from '#schemas/resources/sites.ts'

/**
 * Removes a site that was moved to another client or deleted from the scopes of members (D-57). Members cannot see it
 * any more anyway; if a crash prevents the removal, it shows only if the site comes back. Returns the log position.
 */
const pruneSite = async (
  ledger: Ledger,
  { teamId, siteId }: { teamId: TeamId; siteId: SiteId },
  context: CommandContext,
): Promise<string | null> => {
  const commandId = CommandId.parse(idMadeBy(context.commandId, `prune/${siteId}`))
  const pruning = { ...context, commandId, causationId: context.commandId }
  const command = { type: 'PruneSite', siteId } as const
  return (await handle(ledger, teamDecider, teamStream(teamId), command, pruning)).position
}

export const siteRoutes = (quota: SiteQuota, { sites }: ReadModels['records']): Route[] => [
  route(siteQuota, ({ actor: { teamId }, context }) => resource({ left: quota.left(teamId, context) })),

  route(addSite, async ({ actor: { teamId, scope }, body: { id, client_id, ...body }, context, ledger }) => {
    const siteId = id ?? SiteId.parse(idMadeBy(context.commandId, 'site'))
    const isNew = id === undefined && isFirstTry(context.commandId)
    const [fields, found, present] = await Promise.all([
      valuesOfNew(ledger, teamId, 'sites', body),
      activeClient(ledger, scope, client_id),
      isNew ? siteDecider.initialState : load(ledger, siteDecider, siteStream(siteId)),
    ])
    const client = orInvalid('client_id', found)
    const details = { ...siteDetails.of(body), fields }
    const command = { type: 'AddSite', siteId, teamId, clientId: client_id, ...details } as const
    // A known id is either refused or a retry; neither adds a site, so the quota does not apply.
    const adding = [ledger, siteDecider, siteStream(siteId), command, context] as const
    const { position } = await (present.status === 'none'
      ? quota.within(teamId, [siteId], context, () => handleNew(...adding))
      : handle(...adding))
    const added = addedSite(siteId, details, { client_id, client_name: client.name })
    return resource(() => presentSite(asAdded(sites.one(scope, siteId), added)), position)
  }),

  route(updateSite, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
    const client_id = body.client_id
    const [site, client] = await Promise.all([activeSite(ledger, scope, id), activeClient(ledger, scope, client_id)])
    orNotFound(site)
    orInvalid('client_id', client)
    const details = { ...siteDetails.of(body), fields: await valuesOfChanged(ledger, teamId, 'sites', body) }
    const row = orBehind(sites.one(scope, id))
    const command = { type: 'UpdateSite', siteId: id, teamId, clientId: client_id, ...details } as const
    const outcome = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
    const hasMoved = outcome.events.some(({ type }) => type === 'SiteMoved')
    const pruned = hasMoved ? await pruneSite(ledger, { teamId, siteId: id }, context) : null
    return resource(() => presentSite(sites.one(scope, id) ?? row), latestOf([outcome.position, pruned]))
  }),

  route(deleteSite, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
    orNotFound(await siteIncludingTrash(ledger, scope, id))
    const trashId = trashOf(context.commandId)
    const command = { type: 'DeleteSite', siteId: id, teamId, trashId } as const
    const { position } = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
    const pruned = await pruneSite(ledger, { teamId, siteId: id }, context)
    return deleted(latestOf([position, pruned]), trashId)
  }),
]
