import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { AnswerProblem } from './answer-state.ts';

interface ProblemBannerProps {
  problem: AnswerProblem;
  onRetry: () => void;
}

/** Why there is no answer (or not all of it), what is safe, and what to do. */
export function ProblemBanner({ problem, onRetry }: ProblemBannerProps) {
  if (problem.code === 'quota_exceeded') {
    return (
      <Banner tone="warning" title="No questions left for now">
        {problem.message} Searching and reading go on without a limit.
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
