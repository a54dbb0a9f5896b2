import { plans, type UpgradeOffer } from '@cairn/contracts/plans';
import { Link } from '@tanstack/react-router';
import { writeDays } from '../../lib/dates.ts';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { AnswerProblem } from './answer-state.ts';

interface ProblemBannerProps {
  problem: AnswerProblem;
  onRetry: () => void;
  /** Asks again without spending an AI request. */
  onFree: () => void;
}

/** Why there is no answer (or not all of it), what is safe, and what to do. */
export function ProblemBanner({ problem, onRetry, onFree }: ProblemBannerProps) {
  if (problem.code === 'quota_exceeded') {
    const upgrade = problem.quota?.upgrade;
    return (
      <Banner
        tone="warning"
        title="No questions left for now"
        action={
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" onClick={onFree}>
              Get a free answer
            </Button>
            {upgrade ? <UpgradeButton /> : null}
          </div>
        }
      >
        <p className="mb-2">{writeDays(problem.message)} Searching and reading go on without a limit.</p>
        <p>A free answer quotes your texts word for word and is not counted.{upgrade ? ` ${offerOf(upgrade)}` : ''}</p>
      </Banner>
    );
  }
  const offline = problem.code === 'offline';
  return (
    <Banner
      tone={offline ? 'warning' : 'danger'}
      title={offline ? 'You are offline' : 'No answer this time'}
      action={
        // The text that was asked about does not come back by asking again.
        problem.code === 'not_found' ? undefined : (
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {offline ? 'Answers come from the server. Your question is kept here.' : problem.message}
    </Banner>
  );
}

const offerOf = ({ nextTier, price }: UpgradeOffer): string =>
  `${plans[nextTier].name} answers ${plans[nextTier].dailyRequests} a day, for $${price} a month.`;

/** Until the plans can be bought, it tells that they are on the way. */
function UpgradeButton() {
  const toCome = screenToComeAt('/pricing');
  return toCome ? (
    <Button look="quiet" aria-haspopup="dialog" onClick={() => askForScreen(toCome)}>
      Upgrade to Plus
    </Button>
  ) : (
    <Link to={'/pricing' as string} className={buttonClass('quiet')}>
      Upgrade to Plus
    </Link>
  );
}
