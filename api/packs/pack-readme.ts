import { base64Of } from '#schemas/proofs/checkpoint.ts'
import { counted } from '#schemas/text/counted.ts'
import { shortTime } from '#schemas/time/dates.ts'
import type { PackOrder, PackProof } from './pack.ts'
import type { PackSubject } from './read-subject.ts'

/**
 * What a pack is, how it is verified and what that shows, for whoever has nothing but the pack; the data of so many events
 * are `withheld`.
 */
export const packReadme = (
  { name, files, indices }: PackSubject,
  { id, within, moment, from, files: holdsFiles, by, reason, ordered_at }: PackOrder,
  { checkpoint, contents, vkeys, timeZone }: PackProof,
  withheld: number,
): string => {
  const at = (time: Date) => shortTime(time, timeZone)
  const lacking = contents.gone.size + contents.differing.size
  return `Evidence pack of the ${within.kind} ${name}

The ${within.kind} ${name} (${within.id}) as Siteledger recorded it up to ${at(moment.at)},
position ${moment.position} of ${checkpoint.origin}.
Ordered by ${by ?? 'somebody who was erased'} on ${at(new Date(ordered_at))}. Reason: ${reason ?? 'erased'}
${counted(files.length, 'content')} of files${holdsFiles ? '' : ', which are only listed'}; ${counted(indices.length, 'event')}${from === null ? '' : ` after position ${from}`}. Pack ${id}

HOW TO VERIFY IT
You need neither Siteledger nor a network. Take verify.html or verify.mjs from the operator of the log or from a release
of Siteledger, not from this pack: whoever alters a pack can alter them too.
- In a browser: open verify.html from your disk and drop the pack on it.
- With Node 20 or newer: node verify.mjs PACK.zip --vkey KEY --checkpoint NOTE
KEY is the public key of the log. Have it from its operator by another way: a key from this pack does not say who signed.
NOTE is a checkpoint that you, or somebody whom you trust, got earlier by mail or from elsewhere: it shows that nothing
from before it was changed since.
This pack says that the key is
${vkeys.join('\n')}
Its checkpoint was signed on ${at(checkpoint.signedAt)}: ${counted(checkpoint.size, 'event')}, root
${base64Of(checkpoint.root)}
Events have numbers, "index" in leaves.jsonl, in both histories, which begin with the oldest entry, and in files.csv: there
it is the event that recorded the content.

WHAT IT SHOWS
- Any change, removal, insertion or reordering of recorded events before a checkpoint that somebody else holds, by
  whoever, also by who runs the machine.
- Content that is not what was uploaded; a file, an entry or a manifest of this pack that was altered.
- A clock that was set back: a checkpoint's time is signed, and by an authority where checkpoints/ has a .tsr.

WHAT IT DOES NOT SHOW
- What was changed after the last checkpoint that left the machine.
- That what was typed was true, and what was never recorded.
- That two readers are shown two logs, until they compare checkpoints.
- A stream of events that was left out as a whole: only "siteledger verify" on the machine sees that none is missing.
- Who a person is: the log proves an id, the name beside it is what the server says. Personal data in events are sealed.

WHAT IS WITHHELD OR LACKING
- The data of ${counted(withheld, 'event')}, "withheld" in leaves.jsonl, which tell about other places too, such as moves, or
  hold what opens a share link. Their digests are proved as all others are; whoever has the log can show the
  data. The history says of them what became of this ${within.kind} alone.
- ${counted(lacking, 'content')}, gone or not what was uploaded: files.csv has them without a path.
- Who opened what. And this pack is a copy: erasing a person at Siteledger does not reach it.
`
}
