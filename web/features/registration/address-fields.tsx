import { TextInput } from '@mantine/core'
import { asksVat } from '#schemas/billing/vat.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import styles from '#web/features/registration/address-fields.module.css'
import type { RegistrationState } from '#web/features/registration/registration-values.ts'
import { collectsVat } from '#web/lib/settings.ts'

const addressFields = ['country', 'address', 'address_line_2', 'city', 'state', 'zip', 'vat_id'] as const

type Props = {
  form: RegistrationState
  /** Whether something is paid now, so that there is an invoice. */
  billed: boolean
}

/** The billing address, which nobody has to give; the country is guessed. */
export const AddressFields = ({ form, billed }: Props) => (
  <details className={styles.details} open={billed || addressFields.some((field) => form.errors[field]) || undefined}>
    <summary className={styles.summary}>{billed ? 'Billing address' : 'Billing address (optional)'}</summary>
    <div className={styles.fields}>
      <AddressInputs form={form} />
      {asksVat(collectsVat(), form.values.country) && (
        <TextInput label="VAT ID" autoCapitalize="characters" spellCheck={false} {...form.getInputProps('vat_id')} />
      )}
    </div>
  </details>
)
