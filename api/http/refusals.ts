import type { NotFound, Rule } from '#api/domain/rule.ts'
import { noMoreSites } from '#schemas/calls/messages.ts'
import { addressChanges, invitationsPerDay } from '#schemas/limits/ceiling-numbers.ts'
import { mostVersions } from '#schemas/limits/upload-rules.ts'
import { nouns, resources } from '#schemas/nouns.ts'
import { maxCategories } from '#schemas/records/category-tree.ts'
import { mostFields } from '#schemas/records/field-kinds.ts'
import { actionTextMissing, actionUrlMissing } from '#schemas/resources/announcements.ts'
import { mostManifestRows } from '#schemas/resources/import-files.ts'
import { oauthError } from './oauth-error.ts'
import { forbidden, HttpProblem, invalidField, notFound, unauthenticated } from './problem.ts'

const tooDeep = 'Categories can be nested up to four levels deep.'
const staleTree = 'The categories were changed in the meantime.'

/** A record that is not there is refused alike, of whatever noun. */
const notFoundOfNouns = Object.fromEntries(
  resources.map((noun) => [`${nouns[noun].one}-not-found`, notFound]),
) as Record<NotFound, typeof notFound>

/** Maps each domain rule to the problem that the client receives. */
const refusals: Record<Rule, () => HttpProblem> = {
  ...notFoundOfNouns,
  'email-taken': () => invalidField('email', 'The email has already been taken.'),
  'slug-taken': () => invalidField('team_slug', 'The team slug has already been taken.'),
  'id-taken': () => invalidField('id', 'The id has already been taken.'),
  'claim-lost': () => invalidField('email', 'The registration took too long. Please try again.'),
  'user-not-found': unauthenticated,
  'contact-changed': () => invalidField('email', 'The email was changed in the meantime. Please try again.'),
  'email-proof-void': () => invalidField('token', 'This link is not valid any more. Please ask for a new one.'),
  'too-many-address-changes': () =>
    new HttpProblem(
      429,
      {
        message: `You can ask for another address ${addressChanges.anHour} times an hour and ${addressChanges.aDay} times a day. Please try again later.`,
      },
      3600,
    ),
  'password-wrong': () => invalidField('current_password', 'The given password does not match our records.'),
  'reset-link-used': () => invalidField('token', 'This link is not valid any more. Please ask for a new one.'),
  'sign-in-refused': () => invalidField('email', 'These credentials do not match our records.'),
  'two-factor-off': () => invalidField('code', 'Two-factor authentication is not set up.'),
  'too-many-codes': () =>
    new HttpProblem(429, { message: 'Too many codes were sent. Please try again in 10 minutes.' }, 600),
  'too-many-invitations': () =>
    new HttpProblem(
      429,
      { message: `A team can send ${invitationsPerDay} invitations a day. Please try again tomorrow.` },
      3600,
    ),
  'resent-already': () =>
    new HttpProblem(429, { message: 'This invitation was sent again just now. Please try again in an hour.' }, 3600),
  'code-wrong': () => invalidField('code', 'The code is not valid, or has been used already.'),
  'team-not-found': notFound,
  'team-restored-late': () =>
    new HttpProblem(409, { message: 'The team was deleted more than 30 days ago, and cannot be restored.' }),
  'team-owner-gone': () =>
    new HttpProblem(409, { message: 'The owner of the team has no account any more, so it cannot be restored.' }),
  'limits-end-over': () => invalidField('ends_at', 'The ends at must not be over.'),
  'team-limit': () =>
    invalidField('name', "Your current plan doesn't allow you to create more teams, please upgrade your subscription."),
  'own-factor-first': () =>
    invalidField('second_factor_required', 'Turn two-factor authentication on for yourself first.'),
  'not-team-manager': forbidden,
  'not-team-owner': forbidden,
  'team-has-members': () =>
    invalidField('account', 'You own a team that has other members. Delete it, or remove its members, first.'),
  'member-not-found': notFound,
  'member-untouchable': forbidden,
  'owner-cannot-leave': forbidden,
  'invitation-not-found': notFound,
  'team-invitation-gone': () => invalidField('team_invitation', 'This invitation is no longer valid.'),
  'already-member': () => invalidField('email', 'This user is already on the team.'),
  'already-invited': () => invalidField('email', 'This email address has already been invited.'),
  'no-member-slots': () =>
    invalidField(
      'email',
      "Your current plan doesn't allow you to invite more members, please upgrade your subscription.",
    ),
  'invoice-not-found': notFound,
  'invoice-settled': () => new HttpProblem(409, { message: 'The invoice was settled otherwise.' }),
  'share-not-found': notFound,
  'share-password-wrong': () => invalidField('password', 'The password is not right. Please try again.'),
  'token-not-found': notFound,
  'oauth-client-not-found': notFound,
  'oauth-grant-not-found': notFound,
  'oauth-grant-void': () => oauthError('invalid_grant', 'The code or token is not valid, or has expired.'),
  'oauth-scope-exceeded': () => oauthError('invalid_scope', 'More was asked for than was granted.'),
  'announcement-not-found': notFound,
  'action-text-missing': () => invalidField('action_text', actionTextMissing),
  'action-url-missing': () => invalidField('action_url', actionUrlMissing),
  'site-limit': () => invalidField('name', noMoreSites),
  'site-changed-since': () => new HttpProblem(409, { message: 'The site was changed in the meantime.' }),
  'document-changed-since': () => new HttpProblem(409, { message: 'The document was changed in the meantime.' }),
  'file-changed-since': () => new HttpProblem(409, { message: 'The file was changed in the meantime.' }),
  'file-version-not-found': notFound,
  'too-many-file-versions': () => invalidField('file', `A file can have at most ${mostVersions} versions.`),
  'trash-not-found': notFound,
  'change-not-found': notFound,
  'change-undone': () => new HttpProblem(409, { message: 'The change has already been undone.' }),
  'category-slug-taken': () => invalidField('slug', 'The slug has already been taken.'),
  'parent-category-not-found': () => invalidField('parent_id', 'The selected parent is invalid.'),
  'parent-category-too-deep': () => invalidField('parent_id', tooDeep),
  'categories-stale': () => new HttpProblem(409, { message: staleTree }),
  'categories-too-deep': () => invalidField('categories', tooDeep),
  'too-many-categories': () => invalidField('name', `A team can have at most ${maxCategories} categories.`),
  'billing-order-open': () =>
    new HttpProblem(409, { message: 'Another change of the subscription is under way. Please try again in a moment.' }),
  'card-missing': () => invalidField('stripe_token', 'Please give a card to pay with.'),
  'coupon-redeemed': () => invalidField('coupon', 'This coupon was redeemed before.'),
  'import-not-found': notFound,
  'import-undone': () => new HttpProblem(409, { message: 'The import has already been undone.' }),
  'manifest-too-long': () =>
    new HttpProblem(413, { message: `A manifest may have up to ${mostManifestRows.toLocaleString('en-GB')} rows.` }),
  'field-not-found': notFound,
  'field-name-taken': () => invalidField('name', 'The name has already been taken.'),
  'too-many-fields': () => invalidField('name', `There can be at most ${mostFields} fields.`),
  'field-kind-fixed': () => invalidField('kind', 'The kind cannot be changed.'),
  'field-options-missing': () => invalidField('options', 'The options field is required.'),
  'field-options-alike': () => invalidField('options', 'The options must have different names.'),
  'field-options-unknown': () => invalidField('options', 'The selected options are invalid.'),
  'fields-stale': () => new HttpProblem(409, { message: 'The fields were changed in the meantime.' }),
  'pack-not-found': notFound,
  'saved-view-not-found': notFound,
  'saved-view-of-team': forbidden,
  'visit-ends-before-start': () => invalidField('ended_at', 'The end date must not be before the start date.'),
}

export const refusalOf = (rule: Rule): HttpProblem => refusals[rule]()
