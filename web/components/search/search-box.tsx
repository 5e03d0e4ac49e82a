import { CloseButton, Input, InputGroup } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_LENGTH_MAX } from '#shared/contract/limits.ts';

const TYPING_PAUSE_MS = 250;

interface SearchBoxProps {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Filters the list once typing pauses; follows the address if that changes in another way. */
export const SearchBox = ({ label, search, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The build has rendered the box, and someone may have typed into it before the page's scripts loaded.
    if (input.current?.value) {
      setText(input.current.value);
    }
  }, []);

  useEffect(() => {
    if (search === sent.current) {
      return;
    }
    sent.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const settled = text.trim();
    if (settled === sent.current) {
      return;
    }

    const timer = setTimeout(() => {
      sent.current = settled;
      onSearch(settled);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <InputGroup
      flex={{ base: '1 1 7rem', md: '1 1 8rem' }}
      maxW={{ md: '24rem' }}
      _print={{ display: 'none' }}
      startElement={<Search size={16} aria-hidden />}
      endElement={
        text && <CloseButton size="2xs" me="-1" aria-label="Clear the search" onClick={() => setText('')} />
      }
    >
      <Input
        ref={input}
        type="search"
        size="sm"
        aria-label={label}
        placeholder={`${label}...`}
        maxLength={SEARCH_LENGTH_MAX}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </InputGroup>
  );
};
