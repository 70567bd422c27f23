import { z } from 'zod'
import { fileDetails } from '#schemas/details/file.ts'
import { ContentHash } from '#schemas/ids.ts'
import { brokenFileRule, maxUploadBytes, typeOfExtension } from '#schemas/limits/upload-rules.ts'
import { optionalName, optionalText } from '#schemas/text/fields.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import { dateField } from '#schemas/time/calendar-date.ts'
import { asText } from './import-rows.ts'

/** Longest path of a manifest, in UTF-16 units. */
const longestPath = 4096

/** What breaks out of the manifest's folder, or out of a line. */
const isUnsafe = (path: string): boolean =>
  /^[/\\]|^[a-z]:|[\p{Cc}\u2028\u2029]/iu.test(path) || path.split(/[/\\]/).includes('..')

/** Whether a name ends in an extension of other files than ours; who sends one without any says the type with its bytes. */
const isOfOtherType = (path: string): boolean => {
  const extension = extensionOf(path.split(/[/\\]/).at(-1) ?? '')
  return /^\.[a-z][a-z\d]*$/i.test(extension) && typeOfExtension(extension) === undefined
}

const path = z
  .string({ error: 'The path field is required.' })
  .min(1, { error: 'The path field is required.', abort: true })
  .max(longestPath, `The path may not be greater than ${longestPath} characters.`)
  .refine((sent) => sent.isWellFormed(), 'The path must be text.')
  .refine((sent) => !isUnsafe(sent), 'The path must lie in the folder of the manifest.')
  .refine((sent) => !isOfOtherType(sent), 'Invalid file type.')

const tooLarge = brokenFileRule({ type: 'application/pdf', size: Number.POSITIVE_INFINITY }) ?? ''

const text = (field: string) => z.preprocess(asText, optionalName(field))

/** A row of a manifest. `path` is relative to the manifest's own folder; `category` may name several, divided by `;`. */
export const ManifestRow = z.object({
  path: z.preprocess(asText, path),
  client: text('client'),
  site: text('site'),
  postcode: z.preprocess(asText, optionalText('postcode', 16)),
  external_id: z.preprocess(asText, optionalText('external id')),
  visit: text('visit'),
  category: z.preprocess(asText, optionalText('category', 2000)),
  completed_at: z.preprocess(asText, fileDetails.added.completed_at).transform((day) => day ?? null),
  /** Null: by the rule of its categories. */
  expires_at: z
    .union([z.literal('').transform(() => null), z.literal('none'), dateField('expiry date')], {
      error: 'The expiry date is not a valid date.',
    })
    .nullish()
    .transform((day) => day ?? null),
  name: z.preprocess(asText, fileDetails.added.name),
  size: z.preprocess(
    (cell) => (typeof cell === 'string' ? Number(cell) : cell),
    z
      .number({ error: 'The size must be a number of bytes.' })
      .int('The size must be a number of bytes.')
      .min(1, 'The file is empty.')
      .max(maxUploadBytes, tooLarge),
  ),
  sha256: z.preprocess(
    (cell) => (typeof cell === 'string' ? cell.trim().toLowerCase() : cell),
    z
      .string({ error: 'The sha256 field is required.' })
      .regex(/^[0-9a-f]{64}$/, 'The sha256 is not a SHA-256.')
      .pipe(ContentHash),
  ),
})
export type ManifestRow = z.infer<typeof ManifestRow>
