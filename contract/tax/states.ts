// Loaded by checkouts: without zod.

interface IndianState {
  /** of two digits, as in a GSTIN */
  readonly code: string
  readonly name: string
  /** a union territory without a legislature: UTGST in place of SGST */
  readonly hasUtgst?: true
}

/** The states and union territories of India with their codes under GST. */
export const indianStates: readonly IndianState[] = [
  { code: '35', name: 'Andaman and Nicobar Islands', hasUtgst: true },
  { code: '37', name: 'Andhra Pradesh' },
  { code: '12', name: 'Arunachal Pradesh' },
  { code: '18', name: 'Assam' },
  { code: '10', name: 'Bihar' },
  { code: '04', name: 'Chandigarh', hasUtgst: true },
  { code: '22', name: 'Chhattisgarh' },
  { code: '26', name: 'Dadra and Nagar Haveli and Daman and Diu', hasUtgst: true },
  { code: '07', name: 'Delhi' },
  { code: '30', name: 'Goa' },
  { code: '24', name: 'Gujarat' },
  { code: '06', name: 'Haryana' },
  { code: '02', name: 'Himachal Pradesh' },
  { code: '01', name: 'Jammu and Kashmir' },
  { code: '20', name: 'Jharkhand' },
  { code: '29', name: 'Karnataka' },
  { code: '32', name: 'Kerala' },
  { code: '38', name: 'Ladakh', hasUtgst: true },
  { code: '31', name: 'Lakshadweep', hasUtgst: true },
  { code: '23', name: 'Madhya Pradesh' },
  { code: '27', name: 'Maharashtra' },
  { code: '14', name: 'Manipur' },
  { code: '17', name: 'Meghalaya' },
  { code: '15', name: 'Mizoram' },
  { code: '13', name: 'Nagaland' },
  { code: '21', name: 'Odisha' },
  { code: '34', name: 'Puducherry' },
  { code: '03', name: 'Punjab' },
  { code: '08', name: 'Rajasthan' },
  { code: '11', name: 'Sikkim' },
  { code: '33', name: 'Tamil Nadu' },
  { code: '36', name: 'Telangana' },
  { code: '16', name: 'Tripura' },
  { code: '09', name: 'Uttar Pradesh' },
  { code: '05', name: 'Uttarakhand' },
  { code: '19', name: 'West Bengal' },
]

/** Names that shoppers also write. */
const otherNames: Readonly<Record<string, string>> = {
  'andaman and nicobar': '35',
  chattisgarh: '22',
  'daman and diu': '26',
  'dadra and nagar haveli': '26',
  'new delhi': '07',
  'delhi ncr': '07',
  'nct of delhi': '07',
  'jammu kashmir': '01',
  orissa: '21',
  pondicherry: '34',
  tamilnadu: '33',
  telengana: '36',
  uttaranchal: '05',
  uttrakhand: '05',
}

/** A name without case, punctuation and the words that are left out. */
const normalize = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z]+/g, ' ')
    .replace(/^the /, '')
    .trim()

const codesByName = new Map([...indianStates.map(({ code, name }) => [normalize(name), code] as const), ...Object.entries(otherNames)])

/** The code of the state that an address names; undefined for any other text. */
export const findStateCode = (name: string): string | undefined => codesByName.get(normalize(name))

/** The state with this code; undefined for an unknown one. */
export const findState = (code: string): IndianState | undefined => indianStates.find((state) => state.code === code)
