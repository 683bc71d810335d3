// SPDX-License-Identifier: MIT

/// The lists of words that `English` goes by.
enum EnglishWords {
    /// Singulars that make their plural by no rule, each followed by it.
    static let irregular = """
        man men woman women child children grandchild grandchildren person people foot feet tooth teeth goose geese \
        mouse mice louse lice die dice penny pence brother brethren \
        fireman firemen policeman policemen fisherman fishermen postman postmen salesman salesmen gentleman gentlemen \
        snowman snowmen workman workmen craftsman craftsmen sportsman sportsmen businessman businessmen \
        businesswoman businesswomen chairman chairmen \
        knife knives life lives wife wives housewife housewives midwife midwives leaf leaves loaf loaves half halves \
        calf calves shelf shelves bookshelf bookshelves self selves elf elves wolf wolves thief thieves sheaf sheaves \
        scarf scarves hoof hooves wharf wharves \
        potato potatoes tomato tomatoes hero heroes echo echoes veto vetoes torpedo torpedoes embargo embargoes \
        mosquito mosquitoes volcano volcanoes tornado tornadoes mango mangoes mango mangos cargo cargoes cargo cargos \
        buffalo buffaloes domino dominoes zero zeros zero zeroes \
        shoe shoes horseshoe horseshoes toe toes tiptoe tiptoes canoe canoes oboe oboes hoe hoes foe foes doe does \
        movie movies cookie cookies pie pies tie ties lie lies zombie zombies hoodie hoodies brownie brownies \
        rookie rookies selfie selfies smoothie smoothies calorie calories genie genies prairie prairies \
        beanie beanies bootie booties birdie birdies cutie cuties eerie eeries foodie foodies goalie goalies \
        hippie hippies junkie junkies magpie magpies newbie newbies pixie pixies sortie sorties talkie talkies \
        veggie veggies walkie walkies barbie barbies \
        cache caches ache aches headache headaches toothache toothaches moustache moustaches mustache mustaches \
        stomach stomachs monarch monarchs epoch epochs tech techs czech czechs patriarch patriarchs loch lochs \
        axe axes axis axes bus buses minibus minibuses gas gases lens lenses atlas atlases canvas canvases bias biases \
        iris irises alias aliases christmas christmases pancreas pancreases trellis trellises pelvis pelvises \
        quiz quizzes whiz whizzes fez fezzes \
        analysis analyses basis bases crisis crises thesis theses hypothesis hypotheses synthesis syntheses \
        diagnosis diagnoses emphasis emphases oasis oases parenthesis parentheses ellipsis ellipses \
        neurosis neuroses prognosis prognoses synopsis synopses \
        index indices index indexes appendix appendices appendix appendixes matrix matrices matrix matrixes \
        vertex vertices vertex vertexes vortex vortices codex codices helix helices \
        cactus cacti cactus cactuses fungus fungi nucleus nuclei radius radii stimulus stimuli alumnus alumni \
        focus foci focus focuses syllabus syllabi syllabus syllabuses terminus termini octopus octopuses octopus octopi \
        bacterium bacteria medium media datum data memorandum memoranda stratum strata curriculum curricula \
        aquarium aquaria aquarium aquariums millennium millennia millennium millenniums stadium stadia stadium stadiums \
        criterion criteria phenomenon phenomena automaton automata \
        antenna antennae antenna antennas formula formulae formula formulas larva larvae alga algae \
        vertebra vertebrae nebula nebulae alumna alumnae \
        plateau plateaux plateau plateaus chateau chateaux bureau bureaux bureau bureaus tableau tableaux \
        virtuoso virtuosi graffito graffiti corpus corpora genus genera opus opera
        """

    /// Words that are the same in both numbers, or have one only.
    static let unchanged = """
        sheep deer fish salmon trout shrimp moose aircraft spacecraft hovercraft watercraft series species means \
        offspring news information equipment furniture luggage software hardware firmware middleware advice \
        chassis debris tennis physics mathematics economics gymnastics athletics mumps diabetes rabies scabies \
        always perhaps this thus plus yes has was his its less unless across besides versus alas \
        headquarters crossroads lego
        """

    /// Words that say nothing of what is looked for, the parts of contractions included.
    static let stopWords = """
        a about above after again against all also am an and any are as at be because been before being below between \
        both but by can cannot could did do does doing down during each either few for from further had has have \
        having he her here hers herself him himself his how however i if in into is it its itself just ll may me might \
        more most must my myself neither no nor not now of off on once only or other ought our ours ourselves out over \
        own per quite rather re s same shall she should since so some such t than that the their theirs them themselves \
        then there therefore these they this those though through thus to too under until up upon us ve very via was \
        we were what whatever when where whether which while who whom whose why will with within without would yet you \
        your yours yourself yourselves
        """
}
