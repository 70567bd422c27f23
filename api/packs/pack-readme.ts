import { base64Of } from '#schemas/proofs/checkpoint.ts'
import { counted } from '#schemas/text/counted.ts'
import { shortTime } from '#schemas/time/dates.ts'
import type { PackOrder, PackProof } from './pack.ts'
import type { PackSubject } from './read-subject.ts'

/** What a pack is, how it is verified and what that shows, for whoever has nothing but the pack. */
export const packReadme = (
  { name, files, leaves }: PackSubject,
  { id, within, moment, from, files: holdsFiles, by, reason, orderedAt }: PackOrder,
  { checkpoint, contents, vkeys, timeZone }: PackProof,
): string => {
  const at = (time: Date) => shortTime(time, timeZone)
  const withheld = leaves.filter(({ data }) => data === null).length
  const lacking = contents.gone.size + contents.differing.size
  return `Evidence pack of the ${within.kind} ${name}

This pack shows the ${within.kind} ${name} (${within.id}) as Siteledger recorded it up to ${at(moment.at)},
position ${moment.position} of the log ${checkpoint.origin}.
Ordered by ${by.name ?? 'somebody who has been erased'} on ${at(orderedAt)}. Reason: ${reason ?? 'erased'}.
${counted(files.length, 'file')}, ${counted(leaves.length, 'event')}${from === null ? '' : `, of those after position ${from}`}. Pack ${id}.

HOW TO VERIFY IT

You need neither Siteledger nor a network. Use a verify.html or verify.mjs that you got from the operator of the log or
from a release of Siteledger, not the copies in this pack: whoever alters a pack can alter them too.

  In a browser: open verify.html from your disk and drop the pack on it.
  With Node 20 or newer: node verify.mjs PACK.zip --vkey KEY --checkpoint NOTE

KEY is the public key of the log, which you should have from its operator by another way. This pack says that it is
${vkeys.map((vkey) => `  ${vkey}`).join('\n')}
A key that you know from this pack alone proves nothing about who signed.
NOTE is a checkpoint of the log that you, or somebody whom you trust, got earlier by mail, from a web server or from a
folder. It is what shows that nothing from before it was changed since.
The checkpoint of this pack was signed on ${at(checkpoint.signedAt)}: ${counted(checkpoint.size, 'event')}, root
  ${base64Of(checkpoint.root)}

WHAT LIES IN IT

  summary.pdf           the most important on paper
  files.csv, files/     ${holdsFiles ? 'the files, and' : 'of the files'} the number of the event that recorded each content
  records.json          the ${within.kind} and what lay in it at that moment
  history.jsonl, .csv   what became of it, oldest first; "index" is the number of the event
  leaves.jsonl          each event: its number, its leaf in the tree, its data and its metadata
  nodes.txt             the hashes that lead from the leaves to the root
  checkpoint.note       the signed root; checkpoints/ those that were published before
  vkeys.txt             all keys of the log, oldest first
  MANIFEST              SHA-256, size and path of every other entry, signed

WHAT IT SHOWS

  - Any change, removal, insertion or reordering of recorded events before a checkpoint that somebody else holds, by
    whoever, also by who runs the machine.
  - Content that is not what was uploaded, and a file, an entry or a manifest of this pack that was altered.
  - A clock that was set back: the time of a checkpoint is signed, and by an authority where checkpoints/ has a .tsr.

WHAT IT DOES NOT SHOW

  - What was changed after the last checkpoint that left the machine.
  - That what was typed was true, and what was never recorded.
  - That two readers are shown two logs, until they compare checkpoints.
  - A stream of events that was left out as a whole: only "siteledger verify" on the machine sees that none is missing.
  - Who a person is: the log proves an id, the name beside it is what the server says. Personal data in events are sealed.

WHAT IS WITHHELD OR LACKING

${counted(withheld, 'event')} in leaves.jsonl: "data" is null and "withheld" true where an event also tells about other
places, or holds what opens a share link. Its leaf, with the digest of its data, is in the tree like all others; whoever
has the log can show the data. In the history such an entry tells of the ${within.kind} alone. A file that came from
elsewhere was recorded there, so the event of its content is withheld. What was opened by whom is not in the pack.
${counted(lacking, 'content')} of the files ${lacking === 1 ? 'is' : 'are'} gone or not what was uploaded; files.csv names each, without a path.
This pack is a copy: erasing a person at Siteledger does not reach it.
`
}
