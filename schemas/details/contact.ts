import { emailField } from '#schemas/text/fields.ts'
import { personalText } from '../event.ts'
import { details, nameDetail, requiredTextDetail } from './details.ts'

const email = emailField()

/** Name and contact of a user; both are sealed in the log (D-90). */
export const contactDetails = details({
  name: { ...nameDetail(), recorded: personalText },
  email: { recorded: personalText, added: email, changed: email, answered: requiredTextDetail('email').answered },
})
