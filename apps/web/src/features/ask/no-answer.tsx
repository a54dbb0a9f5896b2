import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Answer } from './answer-state.ts';
import type { AskAbout } from './answer-thread.ts';
import { OpenPlaceContext } from './place-link.tsx';
import { SourceList } from './source-list.tsx';

interface NoAnswerProps {
  answer: Answer;
  about: AskAbout | undefined;
  onWiden: () => void;
}

/** "Not in your notes": what comes nearest, and where to go from here. */
export function NoAnswer({ answer, about, onWiden }: NoAnswerProps) {
  const { question, nearest } = answer;
  const leave = useContext(OpenPlaceContext);
  const where = about ? (about.itemKind === 'note' ? 'this note' : 'this text') : 'your library';
  return (
    <>
      <div className="grid gap-1">
        <p className="font-semibold">{about ? `Not in ${where}` : 'Not in your notes'}</p>
        <p className="text-14 text-ink-muted">
          {`Nothing in ${where} answers this question.`}
          {nearest.length > 0 ? ' These passages come nearest:' : ''}
        </p>
      </div>
      {nearest.length > 0 ? <SourceList heading="Nearest passages" citations={nearest} /> : null}
      <div className="flex flex-wrap gap-2">
        {about ? (
          <Button look="quiet" onClick={onWiden}>
            Look in the whole library
          </Button>
        ) : (
          <Link to="/pkm-hub" search={{ q: searchWords(question) }} onClick={leave} className={buttonClass('quiet')}>
            Search for its words
          </Link>
        )}
        <Link to="/import" onClick={leave} className={buttonClass('quiet')}>
          Import an article
        </Link>
      </div>
    </>
  );
}

const longestSearch = 200;

/** The question without its mark: search reads words, not sentences. */
export function searchWords(question: string): string {
  return question
    .replace(/[?¿!¡"“”„«»？。]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, longestSearch);
}
