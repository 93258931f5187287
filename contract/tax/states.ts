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

/** What shoppers also write, for each state: abbreviations, other spellings, large cities and names in Hindi, after `normalize`. */
const otherNames: Readonly<Record<string, string>> = {
  '01': 'jk|j and k|jammu kashmir|jammu|srinagar|जम्मू और कश्मीर|जम्मू कश्मीर',
  '02': 'hp|himachal|shimla|हिमाचल प्रदेश',
  '03': 'pb|panjab|ludhiana|amritsar|पंजाब',
  '04': 'ch|chandigarh ut|चंडीगढ़',
  '05': 'uk|ua|uttaranchal|uttrakhand|uttarakhand state|dehradun|उत्तराखंड|उत्तराखण्ड',
  '06': 'hr|hariyana|gurgaon|gurugram|faridabad|हरियाणा',
  '07': 'dl|new delhi|delhi ncr|nct of delhi|national capital territory of delhi|दिल्ली|नई दिल्ली',
  '08': 'rj|rajsthan|rajastan|jaipur|राजस्थान',
  '09': 'up|uttarpradesh|utter pradesh|lucknow|kanpur|noida|ghaziabad|उत्तर प्रदेश',
  '10': 'br|bihaar|patna|बिहार',
  '11': 'sk|gangtok|सिक्किम',
  '12': 'ar|arunachal|अरुणाचल प्रदेश',
  '13': 'nl|kohima|नागालैंड',
  '14': 'mn|imphal|मणिपुर',
  '15': 'mz|aizawl|मिज़ोरम',
  '16': 'tr|agartala|त्रिपुरा',
  '17': 'ml|shillong|मेघालय',
  '18': 'as|asam|guwahati|असम',
  '19': 'wb|westbengal|west bangal|bengal|kolkata|calcutta|पश्चिम बंगाल',
  '20': 'jh|jharkand|ranchi|झारखंड|झारखण्ड',
  '21': 'od|or|orissa|odissa|orrisa|bhubaneswar|ओडिशा|उड़ीसा',
  '22': 'cg|ct|chattisgarh|chhatisgarh|chattishgarh|raipur|छत्तीसगढ़',
  '23': 'mp|madhyapradesh|madya pradesh|bhopal|indore|मध्य प्रदेश',
  '24': 'gj|gujrat|gujarath|ahmedabad|surat|vadodara|गुजरात',
  '26': 'dn|dd|dh|dnh|daman|daman and diu|dadra and nagar haveli|dnhdd',
  '27': 'mh|maharastra|maharashtara|maharasthra|maharshtra|mumbai|bombay|pune|nagpur|thane|महाराष्ट्र',
  '29': 'ka|karnatak|karnatka|karanataka|bangalore|bengaluru|mysore|mysuru|कर्नाटक',
  '30': 'ga|panaji|गोवा',
  '31': 'ld|lakshadeep|लक्षद्वीप',
  '32': 'kl|kerela|keralam|kochi|cochin|केरल',
  '33': 'tn|tamilnadu|tamil nadoo|tamil nad|chennai|madras|coimbatore|तमिलनाडु|तमिल नाडु',
  '34': 'py|pondicherry|pondichery|पुडुचेरी',
  '35': 'an|andaman|andaman and nicobar|port blair|अंडमान और निकोबार',
  '36': 'ts|tg|telengana|telangana state|hyderabad|तेलंगाना',
  '37': 'ap|andhra|andra pradesh|andhrapradesh|visakhapatnam|vijayawada|आंध्र प्रदेश|आन्ध्र प्रदेश',
  '38': 'la|leh|लद्दाख',
}

/** A name without case, punctuation and the words that are left out. */
const normalize = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')

const codesByName = new Map([
  ...Object.entries(otherNames).flatMap(([code, names]) => names.split('|').map((name) => [normalize(name), code] as const)),
  ...indianStates.map(({ code, name }) => [normalize(name), code] as const),
])

const findCode = (name: string): string | undefined => codesByName.get(name) ?? codesByName.get(name.replaceAll(' ', ''))

/** The code of the state that an address names; undefined for any other text. */
export const findStateCode = (name: string): string | undefined => findCode(normalize(name))

/** The state with this code; undefined for an unknown one. */
export const findState = (code: string): IndianState | undefined => indianStates.find((state) => state.code === code)
