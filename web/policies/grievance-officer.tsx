import { useStoreConfig } from '../layout/store-config.ts'

/** Who hears complaints, as the rules for online shops ask; nothing where the owner has named nobody. */
export function GrievanceOfficer() {
  const { grievanceOfficer } = useStoreConfig()
  if (grievanceOfficer === null) return null
  return <p>Complaints are heard by our grievance officer: {grievanceOfficer.replace(/\.$/, '')}.</p>
}
