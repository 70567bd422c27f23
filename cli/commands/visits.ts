import { sendCommand } from '#cli/body-fields.ts'
import { groupOf, showCommand, withPast } from '#cli/command.ts'
import { findClient, findSite, findVisit } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { addOwnFilter, narrowedBy, ownValues } from '#cli/own-values.ts'
import type { VisitId } from '#schemas/ids.ts'
import { searchVisits, searchVisitsOfClient, searchVisitsOfSite } from '#schemas/resources/search.ts'
import {
  addVisit,
  deleteVisit,
  listVisits,
  listVisitsOfClient,
  listVisitsOfSite,
  showVisit,
  updateVisit,
  type Visit,
} from '#schemas/resources/visits.ts'
import { deleteCommand } from './delete-command.ts'
import { listCommand } from './list-command.ts'

const list = listCommand<Visit, { client?: string; site?: string; field?: string[] }>({
  noun: 'visits',
  examples: ['visits list', 'visits list --site "Quay House"', 'visits list --client Acme --search annual'],
  viewed: { kind: 'visits', all: listVisits, searched: searchVisits },
  columns: {
    Name: 'name',
    Start: 'started_at',
    End: 'ended_at',
    Site: 'site_name',
    Client: 'client_name',
    Files: 'file_count',
    Id: 'id',
  },
  filters: (command) =>
    addOwnFilter(command)
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name'),
  pages: async (server, { client, site, field, search }, limit) => {
    if (client !== undefined && site !== undefined) {
      throw new Failure('Pass --client or --site, not both.', exitCodes.wrongUsage)
    }
    const query = await narrowedBy(server, 'visits', field)
    if (site !== undefined) {
      const id = await findSite(server, site)
      if (search === undefined) return allPages(server, listVisitsOfSite, { params: { id }, query }, limit)
      return allPages(server, searchVisitsOfSite, { params: { id, query: search }, query }, limit)
    }
    if (client !== undefined) {
      const id = await findClient(server, client)
      if (search === undefined) return allPages(server, listVisitsOfClient, { params: { id }, query }, limit)
      return allPages(server, searchVisitsOfClient, { params: { id, query: search }, query }, limit)
    }
    if (search === undefined) return allPages(server, listVisits, { query }, limit)
    return allPages(server, searchVisits, { params: { query: search }, query }, limit)
  },
})

const visitOf = async (server: Server, text: string): Promise<Visit> =>
  (await server.call(showVisit, { params: { id: await findVisit(server, text) } })).data

const show = showCommand(
  { name: 'show <visit>', summary: 'Show one visit, by id or name', examples: ['visits show "Annual check"'] },
  async (server, [text = '']) => ({ data: await visitOf(server, text) }),
)

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add a visit to a site; without --end it ends on the day it starts',
    examples: ['visits add "Annual check" --site "Quay House" --start 02/03/2026 --end 04/03/2026'],
  },
  addVisit,
  {
    fields: ownValues('visits'),
    name: 'argument',
    site_id: { flags: '--site <site>', about: 'the site, by id or name', required: true, find: findSite },
    started_at: { flags: '--start <date>', about: 'the first day, dd/mm/yyyy or yyyy-mm-dd', required: true },
    ended_at: { flags: '--end <date>', about: 'the last day' },
    id: 'not taken',
  },
  async (server, [name = ''], sent) => {
    const { site_id = '', started_at = '', ended_at = started_at, ...fields } = await sent()
    return server.call(addVisit, { body: { ...fields, name, site_id, started_at, ended_at } })
  },
  (data) => `Added the visit ${data.name} to ${data.site_name} (${data.id}).`,
)

const update = sendCommand(
  {
    name: 'update <visit>',
    summary: 'Change name or days of a visit, or move it to another site',
    examples: ['visits update "Annual check" --end 05/03/2026', 'visits update "Annual check" --site "Dock 4"'],
  },
  updateVisit,
  {
    fields: ownValues('visits'),
    name: { flags: '--name <name>', about: 'another name' },
    started_at: { flags: '--start <date>', about: 'another first day' },
    ended_at: { flags: '--end <date>', about: 'another last day' },
    site_id: { flags: '--site <site>', about: 'another site, by id or name', find: findSite },
  },
  async (server, [text = ''], sent) => {
    const { id, name, site_id, started_at, ended_at } = await visitOf(server, text)
    const body = { name, site_id, started_at, ended_at, ...(await sent()) }
    return server.call(updateVisit, { params: { id }, body })
  },
  (data) => `Changed the visit ${data.name} to ${data.site_name}.`,
)

const remove = deleteCommand({
  noun: 'visit',
  find: visitOf,
  remove: (server, id) => server.call(deleteVisit, { params: { id: id as VisitId } }),
})

export const visits = groupOf('visits', 'Visits to the sites', [withPast(list), withPast(show), add, update, remove])
