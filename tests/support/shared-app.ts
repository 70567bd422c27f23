import { test } from 'vitest'
import { type AppOptions, startApp, type TestApp } from './app.ts'
import { prepared } from './prepared.ts'
import { recordCreator } from './team-with-records.ts'
import { newMember, newTeam } from './teams.ts'

/**
 * Tests of an API, each with people of its own, who register when it names them: Ann, Bob and Eve have a team each, the
 * others are in that of the owner. The records are Ann's.
 */
export const testsOf = (app: TestApp) =>
  test
    .extend('guest', () => app.guest())
    .extend('ann', () => newTeam(app))
    .extend('bob', () => newTeam(app))
    .extend('eve', () => newTeam(app))
    .extend('owner', () => newTeam(app))
    .extend('admin', ({ owner }) => newMember(app, owner, 'admin'))
    .extend('editor', ({ owner }) => newMember(app, owner, 'editor'))
    .extend('member', ({ owner }) => newMember(app, owner, 'member'))
    .extend('create', ({ ann }) => recordCreator(ann))
    .extend('records', ({ create }) => create.all())

/** The API that the tests of a file share, and these tests. */
export const sharedApp = (options?: AppOptions) => {
  const app = prepared(() => startApp(options))
  return { app, test: testsOf(app) }
}

export const operatorEmail = 'boss@example.com'

/** The same where there is an operator, whom the tests share, too; their address is written as they like. */
export const operatedApp = (env: AppOptions['env'] = {}) => {
  const shared = sharedApp({ env: { operatorEmails: [operatorEmail], ...env } })
  return { ...shared, boss: prepared(() => newTeam(shared.app, { email: 'Boss@Example.com' })) }
}

/** The same with somebody whom the tests share, and a site and a visit of theirs to hang files on. */
export const sharedSite = () => {
  const shared = sharedApp()
  const ann = prepared(() => newTeam(shared.app, { name: 'Ann' }))
  const create = prepared(() => recordCreator(ann))
  const site = prepared(async () => create.site((await create.client('Acme')).id, 'North'))
  const visit = prepared(() => create.visit(site.id, 'Spring'))
  return { ...shared, ann, create, site, visit }
}
