import type { SiteEvent } from '#schemas/events/site.ts'
import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type Site = { status: 'none' } | { status: 'active'; siteId: SiteId; teamId: TeamId; clientId: ClientId }

export type SiteCommand = {
  type: 'AddSite'
  siteId: SiteId
  teamId: TeamId
  clientId: ClientId
  name: string
  postcode: string | null
}

const initialState: Site = { status: 'none' }

const evolve = (site: Site, event: SiteEvent): Site => {
  switch (event.type) {
    case 'SiteAdded': {
      const { siteId, teamId, clientId } = event.data
      return { status: 'active', siteId, teamId, clientId }
    }
    default:
      event.type satisfies never
      return site
  }
}

const add = (site: Site, { siteId, teamId, clientId, name, postcode }: SiteCommand): SiteEvent[] => {
  if (site.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'SiteAdded', data: { siteId, teamId, clientId, name, postcode } }]
}

export const siteDecider: Decider<Site, SiteCommand, SiteEvent> = { initialState, evolve, decide: add }
