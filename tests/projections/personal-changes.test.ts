import { v7 as newUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { changeOf } from '#projections/changes/change-of.ts'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { AnnouncementId, NotificationId } from '#schemas/ids.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const [ann, bob] = [newUserId(), newUserId()]
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
