import type { Announcement } from '#schemas/resources/announcements.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { addFacilities } from '../support/facilities.ts'
import { addMember, teamOf, turnOnSecondFactor } from '../support/members.ts'
import { panel } from '../support/pages.ts'
import { enterAsOperator, post, registerThroughApi, remove } from '../support/people.ts'
import { keep, leaveDialog, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'
import { photo } from './papers.ts'

test('a second factor that a team asks for', async ({ page, context, browser }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'fay@teams.northgate.example' })
  await turnOnSecondFactor(context)
  const { id } = await teamOf(context)
  const limits = { role: 'editor', all_sites: true } as const
  const member = await addMember(browser, context, limits, { name: 'Max Mason', email: 'mo@teams.northgate.example' })
  await openAnew(page, `/settings/teams/${id}`)
  const form = panel(page, 'Two-factor authentication')
  await form.getByLabel('Ask all members for two-factor authentication').check()
  await form.scrollIntoViewIfNeeded()
  await keep(page, 'team-second-factor')
  await form.getByRole('button', { name: 'Update' }).click()
  await page.getByText('The setting has been updated.').waitFor()
  const theirs = await member.context.newPage()
  await keep(theirs, 'second-factor-due', { at: '/dashboard', text: 'One more step' })
  await member.context.close()
})

test('settings of a team', async ({ page, context, browser }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@teams.northgate.example' })
  const { client, site } = await addFacilities(context)
  const limits = { role: 'member', client_id: client.id, all_sites: false, site_ids: [site.id] } as const
  const member = await addMember(browser, context, limits, { name: 'Max Mason', email: 'max@teams.northgate.example' })
  await member.context.close()
  const { id } = await teamOf(context)
  const email = 'a.very.long.address.of.somebody@some-subdomain.northgate.example'
  await post(context, `/settings/teams/${id}/invitations`, { email, role: 'auditor' })
  await letNotesStay(page)

  await keep(page, 'team-profile', { at: `/settings/teams/${id}`, see: panel(page, 'Delete team'), whole: true })
  await page.getByLabel('Photo', { exact: true }).setInputFiles(await photo('Our house.jpg', '#e3c89a', [800, 800]))
  await page.getByRole('button', { name: 'Update photo' }).click()
  await expect(page.locator('form img')).toHaveAttribute('src', /^\/photos\//)
  await keep(page, 'team-photo')
  await page.getByRole('button', { name: 'Delete Team' }).click()
  await keep(page, 'team-delete', { button: 'Yes, Delete' })
  await openAnew(page, `/settings/teams/${id}#/members`)
  await keep(page, 'team-members', { see: panel(page, 'Pending invitations').getByText(email), whole: true })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Update Member' }).waitFor()
  await keep(page, 'member-edit', { see: page.getByRole('checkbox', { name: site.name }), leave: true })
  await page.getByRole('button', { name: 'Remove' }).click()
  await keep(page, 'member-remove', { button: 'Yes, Remove', leave: true })

  const form = panel(page, 'Send invitation')
  await form.getByLabel('Email').fill('bea@teams.northgate.example')
  await form.getByLabel('Client', { exact: true }).selectOption('Harbour Estates')
  await form.getByRole('radio', { name: 'Selected sites' }).check()
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await keep(page, 'invitation-refused', { see: form.getByRole('checkbox', { name: site.name }), whole: true })
  await form.getByRole('checkbox', { name: site.name }).check()
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await keep(page, 'invitation-sent', { see: page.getByRole('heading', { name: 'Invitation Sent' }), leave: true })
  await page.route('**/settings/invitations/*/resend', (route) => route.fulfill({ status: 500, json: {} }))
  await panel(page, 'Pending invitations').getByRole('button', { name: 'Resend' }).first().click()
  await keep(page, 'invitation-failed', { see: page.getByRole('dialog', { name: 'Sorry, An Error Occurred!' }) })
  await page.route('**/settings/teams/*/invitations', (route) => route.fulfill({ status: 500, json: {} }))
  await keep(page, 'team-members-failed', { at: `/settings/teams/${id}#/members`, button: 'Try again' })

  await openAnew(page, '/settings/create-team')
  await page.getByLabel('Team name').fill('Southgate Estates')
  await keep(page, 'team-create')
  await remove(context, `/settings/teams/${id}`)
  await keep(page, 'teams-none', { at: '/settings#/teams', text: 'You belong to no team yet.' })
})

test('news and support', async ({ page, context, browser }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@teams.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  await openAnew(page, '/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await keep(page, 'notifications-empty', { text: 'You have no notifications.', leave: true })

  const host = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  await registerThroughApi(host, { name: 'Hal Host', team: 'Southgate Estates', email: 'hal@teams.southgate.example' })
  const invitation = { email: 'ben@teams.northgate.example', role: 'editor' }
  await post(host, `/settings/teams/${(await teamOf(host)).id}/invitations`, invitation)
  await host.close()
  const platform = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  await enterAsOperator(platform)
  const news = 'On Sunday from six to seven we move to **new machines**. Read [the terms](/terms) meanwhile:'
  const body = `${news}\n\n- uploads wait\n- nothing is lost`
  const action = { action_text: 'Read more', action_url: '/terms' }
  const announced = (await post(platform, '/spark/kiosk/announcements', { body, ...action })) as Announcement
  await keep(page, 'notifications-unread', { button: 'Notifications, some unread' })
  await page.getByRole('button', { name: 'Notifications, some unread' }).click()
  await keep(page, 'notifications', { see: page.getByRole('dialog').getByText('invited you') })
  await page.getByRole('tab', { name: 'Announcements' }).click()
  await keep(page, 'announcements', { see: page.getByRole('dialog').getByText('new machines') })
  // Everybody of this run would be told.
  await remove(platform, `/spark/kiosk/announcements/${announced.id}`)
  await leaveDialog(page)

  await page.getByRole('button', { name: 'Support' }).click()
  const support = page.getByRole('dialog', { name: 'Support' })
  await support.getByLabel('Subject').fill('A certificate')
  await support.getByLabel('Message').fill('How do I put a certificate away?')
  await keep(page, 'support')
  await support.getByRole('button', { name: 'Send' }).click()
  await keep(page, 'support-sent', { see: support.getByRole('heading', { name: 'Got It!' }) })

  const { id } = (await (await context.request.get('/user/current')).json()) as CurrentUser
  const acting = await platform.newPage()
  await openAnew(acting, '/dashboard')
  await acting.evaluate((path) => window.location.assign(path), `/spark/kiosk/users/impersonate/${id}`)
  await acting.getByRole('region', { name: 'Acting for someone else' }).waitFor()
  await keep(acting, 'acting-for-somebody-else', { button: 'Add Client' })
  await platform.close()
})
