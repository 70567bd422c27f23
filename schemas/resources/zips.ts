import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ZipName } from '../ids.ts'
import { chosenFiles } from './chosen-files.ts'
import { isOneChoice } from './chosen-records.ts'

/** Largest content of a zip file in bytes: with what is around it less than 4 GB, which programs without ZIP64 open. */
export const maxZipBytes = 4_200_000_000

/** Milliseconds for which a prepared zip file can be downloaded. */
export const zipLasts = 10 * 60 * 1000

const someFiles = 'Please choose the files to download.'

export const prepareZip = endpoint('POST /api/zips', {
  summary: 'Prepare several files as one zip file; answers how large it is, and what names it',
  about:
    'Of ids or of all that a `filter` matches, such as those of a client, a site or a visit. The files lie in folders of ' +
    'their client, site and visit, beside `manifest.csv` and `manifest.json`, which name each with its SHA-256. The ' +
    'answered `zip` is for GET /api/zips/{zip}, for ten minutes and by the caller alone.',
  access: 'files.view',
  limits: { slow: true },
  body: z.object(chosenFiles(someFiles, 'downloaded')).refine(isOneChoice, { error: someFiles, path: ['ids'] }),
  response: z.object({
    zip: ZipName,
    name: z.string().meta({ description: 'What the zip file is called.' }),
    files: z.int().min(1),
    bytes: z.int().min(0).meta({ description: 'The bytes of the files together.' }),
    human_readable_size: z.string(),
  }),
})

export const downloadZip = endpoint('GET /api/zips/{zip}', {
  caller: { recorded: 'content_read' },
  summary: 'The zip file that was prepared',
  access: 'files.view',
  params: z.object({ zip: ZipName }),
  response: 'content',
  transport: { content: { types: ['application/zip'] } },
})
