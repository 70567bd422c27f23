import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import type { TestApp } from './app.ts'
import type { Caller } from './caller.ts'
import { fileOf } from './files.ts'
import { newTeam } from './teams.ts'

const day = '01/04/2026'

/** A caller that adds clients, sites, visits and files in one call each, and returns the new records. */
export const recordCreator = (owner: Caller) => {
  const client = async (name: string) => (await owner.call(addClient, { body: { name } })).body
  const site = async (client_id: string, name: string) =>
    (await owner.call(addSite, { body: { name, client_id } })).body
  const visit = async (site_id: string, name: string) =>
    (await owner.call(addVisit, { body: { name, site_id, started_at: day, ended_at: day } })).body
  /** Each file has different content, derived from its name. */
  const file = async (site_id: string, name: string, more: { visit_id?: string; categories?: string[] } = {}) => {
    const content = fileOf(`${name}.pdf`, 'application/pdf')
    const bytes = new File([await content.arrayBuffer(), name], content.name, { type: content.type })
    const { same_as: _, ...added } = (
      await owner.call(uploadFile, { body: { name, site_id, ...more } }, { file: bytes })
    ).body
    return added
  }

  /**
   * Two clients; Acme has the sites North and South, Zenith has East; North has a visit with a file, and a file without
   * one.
   */
  const all = async () => {
    const acme = await client('Acme')
    const zenith = await client('Zenith')
    const north = await site(acme.id, 'North')
    const south = await site(acme.id, 'South')
    const east = await site(zenith.id, 'East')
    const spring = await visit(north.id, 'Spring')
    const ofSpring = await file(north.id, 'Of spring', { visit_id: spring.id })
    const beside = await file(north.id, 'Beside')
    return { acme, zenith, north, south, east, spring, ofSpring, beside }
  }
  return { client, site, visit, file, all }
}

/** A new team with these records, added by its owner. */
export const teamWithRecords = async (app: TestApp) => {
  const ann = await newTeam(app)
  const create = recordCreator(ann)
  return { ann, create, ...(await create.all()) }
}
