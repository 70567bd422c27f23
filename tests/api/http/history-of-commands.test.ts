import { describe, expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { listFields } from '#schemas/resources/fields.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { type Beside, type Caller, pathOf, type Reply, sendingOf } from '#tests/support/caller.ts'
import { couponOf, startAppWithCoupons } from '#tests/support/coupons.ts'
import { contractOf, declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { importFile, runningImport } from '#tests/support/imports.ts'
import { inviteTo } from '#tests/support/invitations.ts'
import { codeFor, consentRequest, newApp } from '#tests/support/oauth.ts'
import { bodyFor, oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { authenticator, turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { newMember, newTeam, password, registration } from '#tests/support/teams.ts'

// Every call that writes stands in one of two lists below; one that is added and stands in neither fails.

const operatorEmail = 'operator@example.com'

const app = prepared(() => startAppWithCoupons([couponOf('WELCOME')], { operatorEmails: [operatorEmail] }))
/** Owns a team; as an operator she sees the history of everything. */
const ann = prepared(() => newTeam(app, { email: operatorEmail }))
prepared(() => startBillingWorker(app.ledger))

const png = () => ({ file: fileOf('logo.png', 'image/png') })
const pdf = () => ({ file: fileOf('plan.pdf', 'application/pdf') })

type Call = { params?: object; body?: object }
const send = async (who: Caller, name: string, call: Call = {}, beside: Beside = {}) =>
  (await who.call(contractOf(name), call as CallOf<Endpoint>, beside)) as Reply<unknown> as Reply<{
    id: string
    undo: string
  }>
const idBy = async (name: string, call: Call = {}) => ({ id: (await send(ann, name, call)).body.id })

/** Adds the records that have to be there first; answers who sends what. */
type Prepared = [who: Caller, call?: Call | undefined, beside?: Beside | undefined]
type Preparation = (name: string) => Promise<Prepared> | Prepared

/** Target and body made from the contract. */
const generated: Preparation = async (name) => {
  const endpoint = contractOf(name)
  const ids = await oneOfEach(ann)
  const picture = endpoint.transport?.upload?.field === 'thumbnail'
  const call = { params: paramsFor(endpoint, ids), body: bodyFor(endpoint, ids) }
  return [ann, call, picture ? png() : endpoint.transport?.upload ? pdf() : {}]
}
const withThumbnail =
  (set: string): Preparation =>
  async (name) => {
    const [who, call] = await generated(name)
    await send(ann, set, call, png())
    return [who, call]
  }

let people = 0
const address = () => {
  people += 1
  return `someone-${people}@example.com`
}
const inTeam = () => ({ id: ann.teamId })
const invitation = async (email = address()) => ({ id: (await inviteTo(ann, email)).id })
const invited: Preparation = async () => {
  const bob = await newTeam(app)
  return [bob, { params: await invitation(bob.email) }]
}
const editor = async () => ({ teamId: ann.teamId, userId: (await newMember(app, ann, 'editor')).userId })
const foundTeam = () => ({ email: address(), name: 'Jo', team_name: 'North' })
const token = { name: 'Robot', abilities: ['clients.view'] }
const newToken = async () => {
  const { body } = await send(ann, 'createApiToken', { body: token })
  return { id: body.id }
}
const otherLimits = { sites: 40, reason: 'They move', ends_at: '31/12/2030' }
const phone = { country_code: '44', phone: '07700 900123' }
const twoPasswords = { password: 'another horse 8 staple', password_confirmation: 'another horse 8 staple' }
const program = { name: 'Phone', redirect: 'https://example.com/cb' }
const newProgram = () => idBy('createOAuthClient', { body: program })
const personalToken = { name: 'Laptop', scopes: ['sites.view'] }
const solo = { plan: 'solo-monthly', stripe_token: 'pm_ok' }
const starter = { plan: 'starter-monthly', stripe_token: 'pm_ok' }
/** Pays for themselves and for their team. */
const subscriber = async () => {
  const bob = await newTeam(app)
  await send(bob, 'startSubscription', { body: solo })
  await send(bob, 'startTeamSubscription', { params: { id: bob.teamId }, body: starter })
  return bob
}
const manyFiles = async () => {
  const { file } = await oneOfEach(ann)
  return { body: { ids: [file], change: { completed_at: '05/03/2026' } } }
}

/** By the name of the contract. */
const manyDocuments = async () => {
  const ids = [(await oneOfEach(ann)).document, (await oneOfEach(ann)).document]
  return { body: { ids, change: { expires_at: '01/03/2031' } } }
}

const manySites = async () => {
  const { site, field } = await oneOfEach(ann)
  const ids = [site, (await oneOfEach(ann)).site]
  const gas = (await ann.ask(listFields)).find(({ id }) => id === field)?.options[0]?.id
  return { body: { ids, change: { fields: { [field]: gas } } } }
}

const told: Record<string, Preparation> = {
  ...Object.fromEntries(
    [
      'addClient',
      'updateClient',
      'deleteClient',
      'setClientThumbnail',
      'addSite',
      'updateSite',
      'deleteSite',
      'setSiteThumbnail',
      'addVisit',
      'updateVisit',
      'deleteVisit',
      'uploadFile',
      'uploadFiles',
      'updateFile',
      'deleteFile',
      'uploadDocument',
      'uploadDocuments',
      'renameDocument',
      'deleteDocument',
      'addCategory',
      'deleteCategory',
      'addSavedView',
      'updateSavedView',
      'deleteSavedView',
      'updateField',
      'removeField',
    ].map((name) => [name, generated]),
  ),
  addFileVersion: async (name) => {
    const [who, call] = await generated(name)
    return [who, call, png()]
  },
  bringBackFileVersion: async (name) => {
    const [who, call] = await generated(name)
    await send(ann, 'addFileVersion', call, png())
    return [who, call]
  },
  addField: () => [ann, { body: { of: 'visits', name: 'Van', kind: 'text' } }],
  arrangeFields: async () => {
    const { field } = await oneOfEach(ann)
    const { id } = await idBy('addField', { body: { of: 'sites', name: 'Key safe', kind: 'text' } })
    return [ann, { body: { of: 'sites', ids: [id, field] } }]
  },
  restoreField: async (name) => {
    const [who, call] = await generated(name)
    await send(ann, 'removeField', call)
    return [who, call]
  },
  removeClientThumbnail: withThumbnail('setClientThumbnail'),
  removeSiteThumbnail: withThumbnail('setSiteThumbnail'),
  updateCategory: async (name) => {
    const [who, call] = await generated(name)
    return [who, { ...call, body: { name: 'Water', slug: `water-${people}` } }]
  },
  arrangeCategories: async () => {
    await oneOfEach(ann)
    await oneOfEach(ann)
    const { body } = await ann.request('GET', '/api/categories')
    return [ann, { body: { categories: (body as unknown[]).toReversed() } }]
  },
  requireCategory: async (name) => {
    const [who, call] = await generated(name)
    return [who, { ...call, body: { of: 'all' } }]
  },
  unrequireCategory: generated,
  exemptSite: generated,
  endExemption: async (name) => {
    const [who, call] = await generated(name)
    await send(ann, 'exemptSite', { ...call, body: { reason: 'No water on site' } })
    return [who, call]
  },
  changeDocuments: async () => [ann, await manyDocuments()],
  undoDocumentsChange: async () => {
    const { body } = await send(ann, 'changeDocuments', await manyDocuments())
    return [ann, { params: { undo: body.undo } }]
  },
  changeSites: async () => [ann, await manySites()],
  undoSitesChange: async () => {
    const { body } = await send(ann, 'changeSites', await manySites())
    return [ann, { params: { undo: body.undo } }]
  },
  changeFiles: async () => [ann, await manyFiles()],
  undoChange: async () => {
    const { body } = await send(ann, 'changeFiles', await manyFiles())
    return [ann, { params: { undo: body.undo } }]
  },
  restoreTrash: async () => {
    const { headers } = await send(ann, 'deleteClient', { params: { id: (await oneOfEach(ann)).client } })
    return [ann, { params: { id: headers.get('x-trash-id') ?? '' } }]
  },
  restoreSeveral: async () => {
    const { headers } = await send(ann, 'deleteClient', { params: { id: (await oneOfEach(ann)).client } })
    return [ann, { body: { ids: [headers.get('x-trash-id') ?? ''] } }]
  },
  stopImport: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { run: await runningImport(app, bob) } }]
  },
  undoImport: async () => {
    const { summary } = await importFile(ann, 'clients', 'name\nImported\n')
    return [ann, { params: { run: summary?.run ?? '' } }]
  },
  orderBillingSweep: () => [ann],
  publishAnnouncement: () => [ann, { body: { body: 'News' } }],
  editAnnouncement: async () => {
    const params = await idBy('publishAnnouncement', { body: { body: 'News' } })
    return [ann, { params, body: { body: 'Old news' } }]
  },
  removeAnnouncement: async () => [ann, { params: await idBy('publishAnnouncement', { body: { body: 'News' } }) }],
  createApiToken: () => [ann, { body: token }],
  updateApiToken: async () => [ann, { params: await newToken(), body: { ...token, name: 'Other' } }],
  deleteApiToken: async () => [ann, { params: await newToken() }],
  orderPack: async () => [ann, { body: { within: `site/${(await oneOfEach(ann)).site}`, reason: 'Audit' } }],
  deletePack: async () => [ann, { params: { id: (await oneOfEach(ann)).pack } }],
  createShare: async () => [ann, { body: { file_id: (await oneOfEach(ann)).file } }],
  revokeShare: async () => [ann, { params: { id: (await oneOfEach(ann)).share } }],
  createOAuthClient: () => [ann, { body: program }],
  updateOAuthClient: async () => [ann, { params: await newProgram(), body: { ...program, name: 'Tablet' } }],
  deleteOAuthClient: async () => [ann, { params: await newProgram() }],
  createPersonalToken: () => [ann, { body: personalToken }],
  deletePersonalToken: async () => {
    const { body } = await send(ann, 'createPersonalToken', { body: personalToken })
    return [ann, { params: (body as unknown as { token: { id: string } }).token }]
  },
  giveConsent: async () => [ann, { body: { request: await consentRequest(ann, await newApp(ann)) } }],
  revokeAuthorizedApp: async () => {
    await codeFor(ann, await newApp(ann, { confidential: false }))
    const { body } = await ann.request('GET', '/oauth/tokens')
    return [ann, { params: { id: (body as { id: string }[])[0]?.id ?? '' } }]
  },
  sendInvitation: () => [ann, { params: inTeam(), body: { email: address() } }],
  resendInvitation: async () => [ann, { params: await invitation() }],
  cancelInvitation: async () => [ann, { params: await invitation() }],
  acceptInvitation: invited,
  rejectInvitation: invited,
  updateMember: async () => [ann, { params: await editor(), body: { role: 'member' } }],
  removeMember: async () => [ann, { params: await editor() }],
  sendTeamInvitation: () => [ann, { body: foundTeam() }],
  resendTeamInvitation: async () => [ann, { params: await idBy('sendTeamInvitation', { body: foundTeam() }) }],
  withdrawTeamInvitation: async () => [ann, { params: await idBy('sendTeamInvitation', { body: foundTeam() }) }],
  withdrawTeamInvitationByBody: async () => [ann, { body: await idBy('sendTeamInvitation', { body: foundTeam() }) }],
  renameTeam: () => [ann, { params: inTeam(), body: { name: 'Another name' } }],
  demandSecondFactor: async () => {
    const bob = await newTeam(app)
    await turnOnTwoFactor(bob)
    return [bob, { params: { id: bob.teamId }, body: { second_factor_required: true } }]
  },
  allowShareLinks: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { id: bob.teamId }, body: { share_links_allowed: false } }]
  },
  recordReads: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { id: bob.teamId }, body: { recorded: 'everyone' } }]
  },
  uploadTeamPhoto: () => [ann, { params: inTeam() }, png()],
  startSubscription: async () => [await newTeam(app), { body: solo }],
  changeSubscription: async () => [await subscriber(), { body: { plan: 'solo-yearly' } }],
  cancelSubscription: async () => [await subscriber()],
  startTeamSubscription: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { id: bob.teamId }, body: starter }]
  },
  changeTeamSubscription: async () => {
    const bob = await subscriber()
    return [bob, { params: { id: bob.teamId }, body: { plan: 'business-monthly' } }]
  },
  cancelTeamSubscription: async () => {
    const bob = await subscriber()
    return [bob, { params: { id: bob.teamId } }]
  },
  replaceCard: async () => [await newTeam(app), { body: { stripe_token: 'pm_ok' } }],
  replaceTeamCard: () => [ann, { params: inTeam(), body: { stripe_token: 'pm_ok' } }],
  changeVatNumber: async () => [await newTeam(app), { body: { vat_id: 'GB980780684' } }],
  changeTeamVatNumber: () => [ann, { params: inTeam(), body: { vat_id: 'GB980780684' } }],
  changeBillingInformation: async () => [await newTeam(app), { body: { information: 'Order 7' } }],
  changeTeamBillingInformation: () => [ann, { params: inTeam(), body: { information: 'Order 7' } }],
  createTeam: async () => {
    const bob = await newTeam(app)
    await send(bob, 'deleteTeam', { params: { id: bob.teamId } })
    return [bob, { body: { name: 'Second', slug: registration().team_slug } }]
  },
  deleteTeam: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { id: bob.teamId } }]
  },
  updateContact: async () => [await newTeam(app), { body: { name: 'Robert', email: address() } }],
  makeCalendarFeed: () => [ann],
  endCalendarFeed: async () => {
    await send(ann, 'makeCalendarFeed')
    return [ann]
  },
  chooseExpiryReminders: async () => [await newTeam(app), { body: { days: [30], weekly: true } }],
  chooseCheckpointMail: async () => [await newTeam(app), { body: { daily: true } }],
  sendProofToUser: async () => [ann, { params: { id: (await newTeam(app)).userId } }],
  verifyEmailOfUser: async () => [ann, { params: { id: (await newTeam(app)).userId } }],
  overrideLimits: async () => [ann, { params: { id: (await newTeam(app)).teamId }, body: otherLimits }],
  endLimitsOverride: async () => {
    const params = { id: (await newTeam(app)).teamId }
    await send(ann, 'overrideLimits', { params, body: otherLimits })
    return [ann, { params }]
  },
  restoreTeam: async () => {
    const params = { id: (await newTeam(app)).teamId }
    await send(ann, 'deleteTeamAsOperator', { params })
    return [ann, { params }]
  },
  deleteTeamAsOperator: async () => [ann, { params: { id: (await newTeam(app)).teamId } }],
  pauseQueue: () => [ann, { params: { queue: 'send-text' } }],
  resumeQueue: async () => {
    const params = { queue: 'send-mail' }
    await send(ann, 'pauseQueue', { params })
    return [ann, { params }]
  },
  uploadPhoto: async () => [await newTeam(app), {}, png()],
  changePassword: async () => [await newTeam(app), { body: { current_password: password, ...twoPasswords } }],
  requestPasswordReset: async () => [app.guest(), { body: { email: (await newTeam(app)).email } }],
  eraseAccount: async () => [await newTeam(app), { body: { current_password: password } }],
  register: () => [app.guest(), { body: registration() }],
  endAllSessions: async () => [await newTeam(app)],
  endSessionsOfUser: async () => [ann, { params: { id: (await newTeam(app)).userId } }],
  requestEmailProof: async () => [await newTeam(app)],
  registerInterest: () => [app.guest(), { body: { email: address() } }],
  sendSupportMessage: () => [ann, { body: { from: address(), subject: 'Help', message: 'Please' } }],
  startTwoFactor: async () => [await newTeam(app), { body: phone }],
  confirmTwoFactor: async () => {
    const bob = await newTeam(app)
    const { body } = await send(bob, 'startTwoFactor', { body: phone })
    const { otpauth_url } = body as unknown as { otpauth_url: string }
    return [bob, { body: { code: authenticator(otpauth_url).code() } }]
  },
  turnTwoFactorOff: async () => {
    const bob = await newTeam(app)
    await turnOnTwoFactor(bob)
    return [bob]
  },
  redeemCoupon: async () => [await newTeam(app), { body: { coupon: 'WELCOME' } }],
  redeemTeamCoupon: async () => {
    const bob = await newTeam(app)
    return [bob, { params: { id: bob.teamId }, body: { coupon: 'WELCOME' } }]
  },
  giveUserDiscount: async () => [ann, { params: { userId: (await newTeam(app)).userId }, body: { value: 5 } }],
  giveTeamDiscount: async () => [ann, { params: { id: (await newTeam(app)).teamId }, body: { value: 5 } }],
  changeTrialEnd: async () => [
    ann,
    { params: { teamId: (await newTeam(app)).teamId }, body: { trial_ends_at: '31/12/2030' } },
  ],
  replaceResetCode: async () => {
    const bob = await newTeam(app)
    await turnOnTwoFactor(bob)
    return [ann, { params: { id: bob.userId } }]
  },
}

const elsewhere: Record<string, readonly string[]> = {
  'nothing of the product changes': ['signIn', 'signOut', 'giveCode', 'refreshToken', 'endOneSession'].concat(
    'confirmIdentity',
    'showTaxRate',
    'previewSubscription',
    'previewTeamSubscription',
    'searchUsers',
    'searchTeams',
    'refuseConsent',
    'prepareZip',
  ),
  'told with the authorization of the app': ['issueTokens', 'revokeToken'],
  'it is what somebody has seen': ['readAnnouncements', 'readNotifications'],
  'nobody else sees anything of it': ['chooseListLook'],
  'shown as what has changed at the payment provider': ['receiveBraintreeNews', 'receiveStripeNews'],
  'shown with what operators do': [
    'replayMetrics',
    'retryJobs',
    'startRebuild',
    'discardRebuild',
    'swapRebuild',
  ].concat('rollBackRebuild'),
  'shown with what it needs': [
    'startImpersonation',
    'importClients',
    'importSites',
    'importFiles',
    'sendImportedFile',
    'finishImport',
    'verifyEmail',
    'resetPassword',
    'giveResetCode',
  ].concat('sendCodeAgain', 'skipEvent', 'unlockShare', 'addSample', 'undoSample', 'turnRemindersOff'),
}

const newest = async () => {
  const { body, headers } = await ann.call(listHistory, { query: { limit: 1 } })
  return { total: Number(headers.get('x-total-count')), entry: body[0] }
}

/** A team that was somebody's alone goes with them, and is told in its own history. */
const entriesOf: Record<string, number> = { eraseAccount: 2 }
/** Nobody is to find out by the answer whether there was anything to write. */
const unplaced = ['requestPasswordReset', 'registerInterest']
/** Somebody else, or nobody, is signed in after it. */
const unrepeatable = ['register', 'eraseAccount', 'endAllSessions']

describe('the history', () => {
  test('is thought of in every contract that writes', () => {
    const writing = declaredEndpoints.filter(([, { method }]) => method !== 'GET').map(([name]) => name)

    expect([...Object.keys(told), ...Object.values(elsewhere).flat()].sort()).toEqual(writing.sort())
  })

  test.each(Object.entries(told))('tells of %s once, in words, and of a repeat not at all', async (name, prepare) => {
    const [who, call = {}, beside = {}] = await prepare(name)
    const keyed = { ...beside, headers: { 'idempotency-key': `history of ${name}` } }
    const before = await newest()

    const { headers } = await send(who, name, call, keyed)

    const entries = async () => (await newest()).total - before.total
    // Only who was told a place in the log can ask for what was written up to there (D-05).
    if (unplaced.includes(name)) await expect.poll(entries, { timeout: 120_000 }).toBeGreaterThan(0)
    const after = await newest()
    expect(after.total - before.total).toBe(entriesOf[name] ?? 1)
    expect(headers.has('x-position')).toBe(!unplaced.includes(name))
    expect(after.entry?.summary).toMatch(/^[A-Z]\S* \S/)
    expect(after.entry?.summary).not.toMatch(/without a name|undefined|null|[0-9a-f]{8}-/)

    if (who.cookie() === undefined || unrepeatable.includes(name)) return
    await who.request(
      contractOf(name).method,
      pathOf(contractOf(name), call),
      sendingOf(contractOf(name), call.body, keyed),
    )
    expect((await newest()).total).toBe(after.total)
  })
})
