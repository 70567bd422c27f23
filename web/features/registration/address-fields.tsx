import { TextInput } from '@mantine/core'
import { asksVat } from '#schemas/vat.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import styles from '#web/features/registration/address-fields.module.css'
import type { RegistrationState } from '#web/features/registration/registration-values.ts'
import { collectsVat } from '#web/lib/settings.ts'

/** The optional billing address (REG-09); the country is guessed. */
export const AddressFields = ({ form }: { form: RegistrationState }) => (
  <details className={styles.details}>
    <summary className={styles.summary}>Billing address (optional)</summary>
    <div className={styles.fields}>
      <AddressInputs form={form} />
      {asksVat(collectsVat(), form.values.country) && (
        <TextInput label="VAT ID" autoCapitalize="characters" spellCheck={false} {...form.getInputProps('vat_id')} />
      )}
    </div>
  </details>
)
