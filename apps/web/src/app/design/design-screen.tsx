import { runCommand } from '../../runtime/commands.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Actions } from './actions.tsx';
import { Content } from './content.tsx';
import { Foundations } from './foundations.tsx';
import { Inputs } from './inputs.tsx';
import { Overlays } from './overlays.tsx';

/** Each part of the interface in each state, for those who build and test it. Only in development mode. */
export function DesignScreen() {
  return (
    <Page title="Design" lead="Each part in each of its states, in both themes." width="full">
      <div className="grid gap-12">
        <div>
          <Button look="quiet" onClick={() => runCommand('feature-flags')}>
            Feature flags
          </Button>
        </div>
        <Foundations />
        <Actions />
        <Inputs />
        <Overlays />
        <Content />
      </div>
    </Page>
  );
}
