import { plans, type UpgradeOffer } from '@cairn/contracts/plans';
import { writeDays } from '../../lib/dates.ts';
import { PlaceLink } from '../../runtime/place-link.tsx';
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
            {upgrade ? (
              <PlaceLink href="/pricing" className={buttonClass('quiet')}>
                Upgrade to Plus
              </PlaceLink>
            ) : null}
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
