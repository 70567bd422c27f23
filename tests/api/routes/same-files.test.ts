import { describe, expect, test } from 'vitest'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { deleteFile, uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

const pdf = (size: number) => fileOf('scan.pdf', 'application/pdf', { size })

describe('the same bytes on a site', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))
  const client = prepared(() => recordCreator(ann).client('Acme'))

  const newSite = async () => (await recordCreator(ann).site(client.id, 'North')).id
  const upload = (site_id: string, name: string, file = pdf(100)) =>
    ann.ask(uploadFile, { body: { site_id, name } }, { file })

  test('are told with the file that was there first, and taken all the same', async () => {
    const site = await newSite()
    const first = await upload(site, 'Plan')
    const second = await upload(site, 'Copy of the plan')
    const third = await upload(site, 'Another copy')

    expect(first.same_as).toBeNull()
    expect([second.same_as, third.same_as]).toEqual([
      { id: first.id, name: 'Plan' },
      { id: first.id, name: 'Plan' },
    ])
  })

  test('are told of each file of a batch', async () => {
    const site = await newSite()
    const { id } = await upload(site, 'Plan')

    const { body } = await ann.call(uploadFiles, { body: { site_id: site, name: ['Same'] } }, { file: pdf(100) })

    expect(body.map(({ same_as }) => same_as)).toEqual([{ id, name: 'Plan' }])
  })

  test('are no news for other bytes, for another site, and once the other file is in the trash', async () => {
    const site = await newSite()
    const other = await newSite()
    const { id } = await upload(site, 'Plan')

    expect((await upload(site, 'Longer', pdf(101))).same_as).toBeNull()
    expect((await upload(other, 'Plan')).same_as).toBeNull()
    await ann.call(deleteFile, { params: { id } })
    expect((await upload(site, 'Plan again')).same_as).toBeNull()
  })

  test('are told when they come as a version of another file', async () => {
    const site = await newSite()
    const plan = await upload(site, 'Plan')
    const { id } = await upload(site, 'Roof', pdf(101))

    const { body } = await ann.call(addFileVersion, { params: { id } }, { file: pdf(100) })

    expect(body).toMatchObject({ outcome: 'replaced', same_as: { id: plan.id, name: 'Plan' } })
  })
})
