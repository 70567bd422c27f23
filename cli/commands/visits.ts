import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { clientCalled, siteCalled, visitCalled } from '#cli/connection/called.ts'
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
import { deleteCommand } from './deleting.ts'
import { listCommand } from './listing.ts'

const list = listCommand<Visit, { client?: string; site?: string }>({
  noun: 'visits',
  examples: ['visits list', 'visits list --site "Quay House"', 'visits list --client Acme --search annual'],
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
  pages: async (server, { client, site, search: query }, most) => {
    if (client !== undefined && site !== undefined) {
      throw new Failure('Pass --client or --site, not both.', exitCodes.wrongUsage)
    }
    if (site !== undefined) {
      const id = await siteCalled(server, site)
      if (query === undefined) return allPages(server, listVisitsOfSite, { params: { id } }, most)
      return allPages(server, searchVisitsOfSite, { params: { id, query } }, most)
    }
    if (client !== undefined) {
      const id = await clientCalled(server, client)
      if (query === undefined) return allPages(server, listVisitsOfClient, { params: { id } }, most)
      return allPages(server, searchVisitsOfClient, { params: { id, query } }, most)
    }
    if (query === undefined) return allPages(server, listVisits, {}, most)
    return allPages(server, searchVisits, { params: { query } }, most)
  },
})

const visitOf = async (server: Server, text: string): Promise<Visit> =>
  (await server.ask(showVisit, { params: { id: await visitCalled(server, text) } })).data

const show = commandOf(
  { name: 'show <visit>', summary: 'Show one visit, by id or name', examples: ['visits show "Annual check"'] },
  async (session, [text = '']) => printOne(session, await visitOf(session.server(), text)),
)

type Fields = { site?: string; start?: string; end?: string; name?: string }

const add = commandOf<Fields & { site: string; start: string }>(
  {
    name: 'add <name>',
    summary: 'Add a visit to a site; without --end it ends on the day it starts',
    examples: ['visits add "Annual check" --site "Quay House" --start 02/03/2026 --end 04/03/2026'],
  },
  async (session, [name = ''], { site, start, end = start }) => {
    const server = session.server()
    const site_id = await siteCalled(server, site)
    const { data } = await server.ask(addVisit, { body: { name, site_id, started_at: start, ended_at: end } })
    printDone(session, `Added the visit ${data.name} to ${data.site_name} (${data.id}).`, data)
  },
  (command) =>
    command
      .requiredOption('--site <site>', 'the site, by id or name')
      .requiredOption('--start <date>', 'the first day, dd/mm/yyyy or yyyy-mm-dd')
      .option('--end <date>', 'the last day'),
)

const update = commandOf<Fields>(
  {
    name: 'update <visit>',
    summary: 'Change name or days of a visit, or move it to another site',
    examples: ['visits update "Annual check" --end 05/03/2026', 'visits update "Annual check" --site "Dock 4"'],
  },
  async (session, [text = ''], { name, start, end, site }) => {
    const server = session.server()
    const visit = await visitOf(server, text)
    const body = {
      name: name ?? visit.name,
      site_id: site === undefined ? visit.site_id : await siteCalled(server, site),
      started_at: start ?? visit.started_at,
      ended_at: end ?? visit.ended_at,
    }
    const { data } = await server.ask(updateVisit, { params: { id: visit.id }, body })
    printDone(session, `Changed the visit ${data.name} to ${data.site_name}.`, data)
  },
  (command) =>
    command
      .option('--name <name>', 'another name')
      .option('--start <date>', 'another first day')
      .option('--end <date>', 'another last day')
      .option('--site <site>', 'another site, by id or name'),
)

const remove = deleteCommand({
  noun: 'visit',
  find: visitOf,
  remove: (server, id) => server.ask(deleteVisit, { params: { id: id as VisitId } }),
})

export const visits = groupOf('visits', 'Visits to the sites', [list, show, add, update, remove])
