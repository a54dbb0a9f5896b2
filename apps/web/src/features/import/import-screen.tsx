import { Page } from '../../ui/page.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportRuns } from './import-runs.tsx';

export function ImportScreen() {
  return (
    <Page title="Import" lead="Save a web page with its text: to read in peace, to find again, to ask about.">
      <ImportForm />
      <ImportRuns />
    </Page>
  );
}
