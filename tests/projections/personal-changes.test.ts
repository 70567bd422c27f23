import { v7 as newUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { changeOf } from '#projections/change-of.ts'
import { changeQueries, changes } from '#projections/changes.ts'
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
  actionText: null,
  actionUrl: null,
  creatorId: bob,
})
const announcementId = AnnouncementId.parse(newUuid())
const published = recorded('AnnouncementPublished', { announcementId, body: 'New', actionText: null, actionUrl: null })

describe('what a user is told', () => {
  test('is heard by that user alone, and tells nothing but that it came', () => {
    expect(changeOf(sent)).toEqual({
      type: 'NotificationSent',
      resource: 'notifications',
      id: ann,
      position: sent.position,
      audience: ann,
    })
  })

  test('can be caught up with: own notifications, and announcements for everybody, also without a team', () => {
    const heard = changeQueries(projected(changes, [sent, published]))

    expect(heard.after(ann, null, '0', 10).map(({ resource }) => resource)).toEqual(['notifications', 'announcements'])
    expect(heard.after(bob, null, '0', 10).map(({ resource }) => resource)).toEqual(['announcements'])
  })
})
