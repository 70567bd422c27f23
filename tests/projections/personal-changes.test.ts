import { v7 as newUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { changeOf } from '#projections/changes/change-of.ts'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import { AnnouncementId, NotificationId } from '#schemas/ids.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const ann = newUserId()
const bob = newUserId()
const sent = recorded('NotificationSent', {
  userId: ann,
  notificationId: NotificationId.parse(newUuid()),
  askedBy: newUuid(),
  icon: 'user',
  body: 'joined the team Acme.',
  action_text: null,
  action_url: null,
  creatorId: bob,
})
const announcementId = AnnouncementId.parse(newUuid())
const published = recorded('AnnouncementPublished', {
  announcementId,
  body: 'New',
  action_text: null,
  action_url: null,
})

describe('a live change for one user', () => {
  test('is sent to that user only, without content', () => {
    expect(changeOf(sent)).toEqual({
      type: 'NotificationSent',
      resource: 'notifications',
      id: ann,
      position: sent.position,
      audience: ann,
    })
  })

  test('can be resumed: own notifications, and announcements for everybody, also without a team', () => {
    const heard = changeQueries(projected(changes, [sent, published]))

    expect(heard.after(ann, null, '0', 10).map(({ resource }) => resource)).toEqual(['notifications', 'announcements'])
    expect(heard.after(bob, null, '0', 10).map(({ resource }) => resource)).toEqual(['announcements'])
  })
})

describe('a live change of a billing account', () => {
  const teamId = newTeamId()
  const account = accountOf({ id: teamId })
  const cancelled = recorded('SubscriptionCancelled', {
    billable: { kind: 'team', id: teamId },
    subscriptionId: 'sub_1',
    at: '2026-03-01T10:00:00.000Z',
    endsAt: '2026-04-01T10:00:00.000Z',
  })
  const extended = recorded('TeamTrialChanged', { teamId, trialEndsAt: '2026-05-01T00:00:00.000Z' })
  const heard = changeQueries(projected(changes, [cancelled, extended]))

  test('is for whoever pays, not for the team', () => {
    expect(changeOf(cancelled)).toMatchObject({ resource: 'billing', id: teamId, audience: account })
    expect(heard.after(ann, { teamId, clientId: null, siteIds: null }, '0', 10)).toEqual([])
  })

  test('can be resumed by who pays for it, in whatever team they work', () => {
    expect(heard.after(ann, null, '0', 10, [accountOf({ id: ann }), account]).map(({ type }) => type)).toEqual([
      'SubscriptionCancelled',
      'TeamTrialChanged',
    ])
  })
})
