import type { BrowserContext } from '@playwright/test'
import type { Client } from '#schemas/resources/clients.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import type { Picked } from './documents.ts'
import { post } from './people.ts'
import { expect } from './test.ts'

export type Facilities = { client: Client; site: Site; visit: Visit }

/** A client with one site and one visit, without the pages, for tests that are about something else. */
export const addFacilities = async (context: BrowserContext): Promise<Facilities> => {
  const client = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  const site = (await post(context, '/api/site', {
    name: 'Quay House',
    postcode: 'SE1 2AB',
    client_id: client.id,
  })) as Site
  const visit = (await post(context, '/api/visit', {
    name: 'Boiler inspection',
    site_id: site.id,
    started_at: '03/11/2025',
    ended_at: '04/11/2025',
  })) as Visit
  return { client, site, visit }
}

/** Uploads a file without the page. */
export const addFile = async (
  context: BrowserContext,
  { site, visit }: Facilities,
  file: Picked,
): Promise<SiteFile> => {
  const answer = await context.request.post('/api/file', {
    multipart: { site_id: site.id, visit_id: visit.id, file },
    headers: { origin: process.env.SITELEDGER_URL ?? '' },
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}
