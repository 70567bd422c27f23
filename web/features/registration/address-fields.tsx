import { NativeSelect, TextInput } from '@mantine/core'
import { asksVat } from '#schemas/vat.ts'
import styles from '#web/features/registration/address-fields.module.css'
import { useRegions } from '#web/features/registration/regions.ts'
import type { RegistrationState } from '#web/features/registration/registration-values.ts'
import { collectsVat } from '#web/lib/settings.ts'

/** The optional billing address (REG-09); the country is guessed, and its states follow (REG-14). */
export const AddressFields = ({ form }: { form: RegistrationState }) => {
  const { country } = form.getValues()
  const { countries, states } = useRegions(country)
  const chooseCountry = (code: string) => {
    form.setFieldValue('country', code)
    form.setFieldValue('state', '')
  }
  const stateField = form.getInputProps('state')
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>Billing address (optional)</summary>
      <div className={styles.fields}>
        <NativeSelect
          label="Country"
          autoComplete="country"
          data={countries.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.getInputProps('country')}
          onChange={(event) => chooseCountry(event.currentTarget.value)}
        />
        <TextInput label="Address" autoComplete="address-line1" {...form.getInputProps('address')} />
        <TextInput label="Address line 2" autoComplete="address-line2" {...form.getInputProps('address_line_2')} />
        <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('city')} />
        {states.length > 0 ? (
          <NativeSelect
            label="State or province"
            autoComplete="address-level1"
            data={[{ value: '', label: '' }, ...states.map(({ code, name }) => ({ value: code, label: name }))]}
            {...stateField}
          />
        ) : (
          <TextInput label="State or province" autoComplete="address-level1" {...stateField} />
        )}
        <TextInput label="Postcode" autoComplete="postal-code" {...form.getInputProps('zip')} />
        {asksVat(collectsVat(), country) && (
          <TextInput label="VAT ID" autoCapitalize="characters" spellCheck={false} {...form.getInputProps('vat_id')} />
        )}
      </div>
    </details>
  )
}
