import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { findClient, findSite, findVisit } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone, printOne } from '#cli/output/records.ts'
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

const list = listCommand<Visit, { client?: string; site?: string }>({
  noun: 'visits',
  examples: ['visits list', 'visits list --site "Quay House"', 'visits list --client Acme --search annual'],
  viewed: { kind: 'visits', all: listVisits, searched: searchVisits },
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Start', of: ({ started_at }) => started_at },
    { heading: 'End', of: ({ ended_at }) => ended_at },
    { heading: 'Site', of: ({ site_name }) => site_name },
    { heading: 'Client', of: ({ client_name }) => client_name },
    { heading: 'Files', of: ({ file_count }) => file_count },
    { heading: 'Id', of: ({ id }) => id },
  ],
  filters: (command) =>
    command
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name'),
  pages: async (server, { client, site, search: query }, limit) => {
    if (client !== undefined && site !== undefined) {
      throw new Failure('Pass --client or --site, not both.', exitCodes.wrongUsage)
    }
    if (site !== undefined) {
      const id = await findSite(server, site)
      if (query === undefined) return allPages(server, listVisitsOfSite, { params: { id } }, limit)
      return allPages(server, searchVisitsOfSite, { params: { id, query } }, limit)
    }
    if (client !== undefined) {
      const id = await findClient(server, client)
      if (query === undefined) return allPages(server, listVisitsOfClient, { params: { id } }, limit)
      return allPages(server, searchVisitsOfClient, { params: { id, query } }, limit)
    }
    if (query === undefined) return allPages(server, listVisits, {}, limit)
    return allPages(server, searchVisits, { params: { query } }, limit)
  },
})

const visitOf = async (server: Server, text: string): Promise<Visit> =>
  (await server.call(showVisit, { params: { id: await findVisit(server, text) } })).data

const show = commandOf(
  { name: 'show <visit>', summary: 'Show one visit, by id or name', examples: ['visits show "Annual check"'] },
  async (session, [text = '']) => printOne(session, await visitOf(session.server(), text)),
)

const newVisit = bodyFields(addVisit, {
  name: 'argument',
  site_id: { flags: '--site <site>', about: 'the site, by id or name', required: true, find: findSite },
  started_at: { flags: '--start <date>', about: 'the first day, dd/mm/yyyy or yyyy-mm-dd', required: true },
  ended_at: { flags: '--end <date>', about: 'the last day' },
  id: 'not taken',
})

const add = commandOf<Typed>(
  {
    name: 'add <name>',
    summary: 'Add a visit to a site; without --end it ends on the day it starts',
    examples: ['visits add "Annual check" --site "Quay House" --start 02/03/2026 --end 04/03/2026'],
  },
  async (session, [name = ''], typed) => {
    const server = session.server()
    const { site_id = '', started_at = '', ended_at = started_at, ...fields } = await newVisit.body(server, typed)
    const { data } = await server.call(addVisit, { body: { ...fields, name, site_id, started_at, ended_at } })
    printDone(session, `Added the visit ${data.name} to ${data.site_name} (${data.id}).`, data)
  },
  newVisit.addOptions,
)

const changedVisit = bodyFields(updateVisit, {
  name: { flags: '--name <name>', about: 'another name' },
  started_at: { flags: '--start <date>', about: 'another first day' },
  ended_at: { flags: '--end <date>', about: 'another last day' },
  site_id: { flags: '--site <site>', about: 'another site, by id or name', find: findSite },
})

const update = commandOf<Typed>(
  {
    name: 'update <visit>',
    summary: 'Change name or days of a visit, or move it to another site',
    examples: ['visits update "Annual check" --end 05/03/2026', 'visits update "Annual check" --site "Dock 4"'],
  },
  async (session, [text = ''], typed) => {
    const server = session.server()
    const { id, name, site_id, started_at, ended_at } = await visitOf(server, text)
    const body = { name, site_id, started_at, ended_at, ...(await changedVisit.body(server, typed)) }
    const { data } = await server.call(updateVisit, { params: { id }, body })
    printDone(session, `Changed the visit ${data.name} to ${data.site_name}.`, data)
  },
  changedVisit.addOptions,
)

const remove = deleteCommand({
  noun: 'visit',
  find: visitOf,
  remove: (server, id) => server.call(deleteVisit, { params: { id: id as VisitId } }),
})

export const visits = groupOf('visits', 'Visits to the sites', [list, show, add, update, remove])
